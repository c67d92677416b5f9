// Starts "iacedit lsp" for Terraform and OpenTofu files, and for those of other HCL2 languages, beside
// other servers of theirs.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const languages = ["terraform", "terraform-vars", "terraform-test", "opentofu", "opentofu-vars"];

// Other extensions give files of Terragrunt, Packer, Nomad and Bake different languages.
const pattern = "**/*.{hcl,nomad}";

let client;

/** Starts the server, and says what to do if the program does not start. */
async function activate() {
  const settings = vscode.workspace.getConfiguration("iacedit");
  const command = settings.get("path");
  const args = ["lsp"];
  for (const file of settings.get("schemas")) {
    args.push("--schema", file);
  }
  client = new LanguageClient(
    "iacedit",
    "iacedit",
    { command, args },
    { documentSelector: [...languages.map((language) => ({ scheme: "file", language })), { scheme: "file", pattern }] },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${command} does not start: install iacedit, or set "iacedit.path". ${error.message}`);
    throw error;
  }
}

/** Ends it. */
function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
