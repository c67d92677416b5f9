// A program over the types that openapi-typescript makes: it edits, and is refused.
import type { components, paths } from "./api";

type Request = paths["/v1/iac/edit"]["post"]["requestBody"]["content"]["application/json"];
type Answer = paths["/v1/iac/edit"]["post"]["responses"][200]["content"]["application/json"];
type Refusal = components["schemas"]["Error"];

async function edit(url: string, edits: Request["edits"]): Promise<string> {
  const request: Request = { code: "locals {\n  a = 1\n}\n", edits };
  const answer = await fetch(url + "/v1/iac/edit", { method: "POST", body: JSON.stringify(request) });
  if (!answer.ok) {
    const refusal = (await answer.json()) as Refusal;
    return refusal.error.code;
  }
  const done = (await answer.json()) as Answer;
  return JSON.stringify(done.data.edited_code);
}

const url = process.argv[2] ?? "";
console.log(await edit(url, { set: { locals: { attributes: { a: 2 } } } }));
console.log(await edit(url, { delete: { locals: { attributes: ["b"] } } }));
