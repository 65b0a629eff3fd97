-- Starts `cutlist language-server` for JSON files, one for each folder. Works with Neovim 0.7 and later:
-- ~/.config/nvim/plugin/cutlist.lua. The server leaves alone what is no project.
local clients = {}

local function attach(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == "" then return end
  local root = vim.fn.fnamemodify(name, ":p:h")
  if vim.lsp.start then
    vim.lsp.start({ name = "cutlist", cmd = { "cutlist", "language-server" }, root_dir = root })
    return
  end
  if not clients[root] then
    clients[root] = vim.lsp.start_client({
      name = "cutlist",
      cmd = { "cutlist", "language-server" },
      root_dir = root,
    })
  end
  if clients[root] then vim.lsp.buf_attach_client(buffer, clients[root]) end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "json",
  callback = function(event) attach(event and event.buf or vim.api.nvim_get_current_buf()) end,
})
