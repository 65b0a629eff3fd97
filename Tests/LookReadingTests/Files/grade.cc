<?xml version="1.0" encoding="UTF-8"?>
<ColorCorrection id="sh010">
  <SOPNode><Description>warm</Description><Slope>1.1 1.0 0.85</Slope><Offset>0.02 -0.01 0.03</Offset><Power>0.9 1.1 1.25</Power></SOPNode>
  <SatNode><Saturation>1.3</Saturation></SatNode>
</ColorCorrection>
