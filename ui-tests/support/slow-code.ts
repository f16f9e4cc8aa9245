import type { Files } from './files';

/** Code that counts its runs in a file, and ends when another file exists. */
export function slowly(id: string): string {
  return [
    'import os, time',
    `open("${id}.runs", "a").write("x")`,
    `while not os.path.exists("${id}.go"): time.sleep(0.05)`,
    'print("ended")'
  ].join('\n');
}

/** How often such code has run, by its own count. */
export async function runsOf(files: Files, id: string): Promise<number> {
  return (await files.read(`${id}.runs`))?.length ?? 0;
}

/** Lets such code end. */
export function letEnd(files: Files, id: string): Promise<void> {
  return files.write(`${id}.go`, '');
}
