import type { IPlanStep } from '../../../contract';

/** Fields of the form at most. */
const MOST_PARTS = 8;

/** In quotation marks, a file's name, or a name as columns have them. */
const PART =
  /[“"`]([^“”"`\n]{1,80})[”"`]|(?<![\w-])((?:[\w-]{1,80}\/){0,20}[\w-]{1,80}\.(?=\w{0,7}[a-z])\w{2,8})\b|\b([a-z]{1,80}(?:_[a-z0-9]{1,80}){1,20})\b/giu;

/**
 * What of a plan may be different the next time: the files and the names that
 * its task and its steps speak of, in their order. Tools stay what they are.
 */
export function variedParts(
  task: string,
  steps: readonly IPlanStep[]
): string[] {
  const tools = new Set(steps.flatMap(step => step.tools));
  const texts = [
    task,
    ...steps.flatMap(({ title, does, worked }) => [title, does, worked])
  ];
  const found = texts.flatMap(text =>
    [...text.matchAll(PART)].map(([, quoted, file, name]) =>
      (quoted ?? file ?? name).trim()
    )
  );
  return [...new Set(found)]
    .filter(part => part !== '' && !tools.has(part))
    .slice(0, MOST_PARTS);
}
