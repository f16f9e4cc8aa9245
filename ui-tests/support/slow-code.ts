import type { APIRequestContext } from '@playwright/test';

import type { Notebook } from './notebook';

/** Code that counts its runs in a file, and ends when another one is there. */
export function slowly(id: string): string {
  return [
    'import os, time',
    `open("${id}.runs", "a").write("x")`,
    `while not os.path.exists("${id}.go"): time.sleep(0.05)`,
    'print("ended")'
  ].join('\n');
}

/** How often such code ran, as it counted itself. */
export async function runsOf(
  request: APIRequestContext,
  notebook: Notebook,
  id: string
): Promise<number> {
  const response = await request.get(
    `api/contents/${beside(notebook, `${id}.runs`)}`
  );
  return response.ok()
    ? ((await response.json()) as { content: string }).content.length
    : 0;
}

/** Lets such code end. */
export async function letEnd(
  request: APIRequestContext,
  notebook: Notebook,
  id: string
): Promise<void> {
  await request.put(`api/contents/${beside(notebook, `${id}.go`)}`, {
    data: { type: 'file', format: 'text', content: '' }
  });
}

function beside({ path }: Notebook, name: string): string {
  return path.replace(/[^/]*$/, name);
}
