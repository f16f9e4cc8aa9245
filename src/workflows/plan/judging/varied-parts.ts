import type { IPlanStep } from '../../../contract';

/** The most fields of the form. */
const MOST_PARTS = 8;

/**
 * A text in quotation marks, a file name, or a name in the style of a column.
 */
const PART =
  /[“"`]([^“”"`\n]{1,80})[”"`]|(?<![\w-])((?:[\w-]{1,80}\/){0,20}[\w-]{1,80}\.(?=\w{0,7}[a-z])\w{2,8})\b|\b([a-z]{1,80}(?:_[a-z0-9]{1,80}){1,20})\b/giu;

/**
 * What may be different when a plan is used again: the files and names in its
 * task and steps, in order. Names of tools are left out.
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
