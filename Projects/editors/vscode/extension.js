// Starts `cutlist language-server` for JSON files. The server leaves alone what is no project.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = vscode.workspace.getConfiguration("cutlist");
  const command = settings.get("path", "cutlist");
  const args = ["language-server", ...settings.get("arguments", [])];
  client = new LanguageClient(
    "cutlist",
    "Cutlist",
    { run: { command, args }, debug: { command, args } },
    {
      documentSelector: [{ scheme: "file", language: "json" }],
      synchronize: {
        // Media, parts and fonts that come, go or change.
        fileEvents: vscode.workspace.createFileSystemWatcher("**/*"),
      },
    }
  );
  return client.start();
}

exports.activate = async function (context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("cutlist.restart", async () => {
      if (client) await client.stop();
      await start();
    })
  );
  await start();
};

exports.deactivate = function () {
  return client ? client.stop() : undefined;
};
