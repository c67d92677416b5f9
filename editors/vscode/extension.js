// Starts "iacedit lsp" for Terraform and OpenTofu files, and for those of other HCL2 languages, beside
// other servers of theirs.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const languages = ["terraform", "terraform-vars", "terraform-test", "opentofu", "opentofu-vars"];

// Other extensions give files of Terragrunt, Packer, Nomad and Bake different languages.
const pattern = "**/*.{hcl,nomad}";

let client;

/** Starts the server. */
function activate() {
  const settings = vscode.workspace.getConfiguration("iacedit");
  const args = ["lsp"];
  for (const file of settings.get("schemas")) {
    args.push("--schema", file);
  }
  client = new LanguageClient(
    "iacedit",
    "iacedit",
    { command: settings.get("path"), args },
    { documentSelector: [...languages.map((language) => ({ scheme: "file", language })), { scheme: "file", pattern }] },
  );
  return client.start();
}

/** Ends it. */
function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
