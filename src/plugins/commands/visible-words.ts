/**
 * The words of a command's argument that a person sees in the message box:
 * without characters that are drawn as nothing, in which a model can be told
 * something else.
 */
export function visibleWords(value: unknown): string {
  return typeof value === 'string'
    ? value.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, each =>
        each === '\n' || each === '\t' ? each : ''
      )
    : '';
}
