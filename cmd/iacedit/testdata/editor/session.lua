-- A session of Neovim with the language server, as a person has one. What is seen is written
-- to the file "seen".
local seen = {}
local function see(text) table.insert(seen, text) end
local function texts(title)
  see("== " .. title)
  for _, name in ipairs({ "modules/net/main.tf", "prod/main.tf", "stage/main.tf", "prod/locals.tf" }) do
    local buffer = vim.fn.bufnr(vim.fn.getcwd() .. "/" .. name)
    if buffer > 0 and vim.api.nvim_buf_is_loaded(buffer) then
      see("-- " .. name .. " --")
      for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do see(line) end
    end
  end
end

local function session()
vim.o.swapfile = false
vim.o.hidden = true
local id = vim.lsp.start_client({ name = "iacedit", cmd = { "iacedit", "lsp", "--stdio" }, root_dir = vim.fn.getcwd() })
local function open(name)
  local buffer = vim.fn.bufnr(vim.fn.getcwd() .. "/" .. name)
  vim.cmd(buffer > 0 and "buffer " .. buffer or "edit " .. name)
  vim.lsp.buf_attach_client(0, id)
end
local function wait(what, done)
  if not vim.wait(20000, done, 20) then see("WAITED IN VAIN: " .. what) end
end
local client = vim.lsp.get_client_by_id(id)
wait("the server", function() return client.initialized end)

-- A variable gets another name from where it is used; the modules that call its module follow.
open("modules/net/main.tf")
vim.fn.search("var\\.cidr")
vim.fn.search("cidr")
vim.lsp.buf.rename("range")
local caller = vim.fn.getcwd() .. "/prod/main.tf"
wait("the rename", function()
  local buffer = vim.fn.bufnr(caller)
  return buffer > 0 and vim.tbl_contains(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '  range  = "10.0.0.0/16" # 😀')
end)
texts("renamed")

-- Every editor's undo takes it back.
for _, name in ipairs({ "modules/net/main.tf", "prod/main.tf", "stage/main.tf" }) do
  open(name)
  vim.cmd("silent undo")
end
texts("undone")

-- A refactoring: the edit comes when it is asked for.
open("prod/main.tf")
vim.fn.search("10\\.0")
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local function action(title)
  local answer = client.request_sync("textDocument/codeAction", params, 20000, 0)
  for _, a in ipairs(answer.result) do
    if a.title == title then
      local resolved = client.request_sync("codeAction/resolve", a, 20000, 0)
      if resolved.err then return see("REFUSED: " .. vim.inspect(resolved.err)) end
      vim.lsp.util.apply_workspace_edit(resolved.result.edit, client.offset_encoding)
      return
    end
    see("offered: " .. a.title)
  end
  see("NOT OFFERED: " .. title)
end
action("Extract to local.cidr")
texts("extracted")

-- Formatting, and an outline.
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "locals {", "😀=1", "}" })
vim.api.nvim_buf_set_lines(0, -2, -1, false, { "}" })
vim.cmd("silent %s/😀/é/")
vim.lsp.buf.formatting_sync(nil, 20000)
texts("formatted")
local symbols = client.request_sync("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() }, 20000, 0)
for _, s in ipairs(symbols.result) do see("symbol: " .. s.name) end

-- What is wrong is told, and gone when it is mended.
vim.api.nvim_buf_set_lines(0, 0, 0, false, { "x = = 1" })
wait("an error", function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do see("error: " .. d.lnum .. ":" .. d.col .. " " .. d.message) end
vim.cmd("silent undo")
wait("no error", function() return #vim.diagnostic.get(0) == 0 end)

vim.lsp.stop_client(id)
wait("the end", function() return client.is_stopped() end)
end

local ok, why = pcall(session)
if not ok then see("FAILED: " .. tostring(why)) end
vim.fn.writefile(seen, "seen")
vim.cmd("qall!")
