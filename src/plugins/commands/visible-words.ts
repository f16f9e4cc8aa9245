/**
 * The text of a command's argument as a person sees it in the message box:
 * without invisible characters, which could tell a model something else.
 */
export function visibleWords(value: unknown): string {
  return typeof value === 'string'
    ? value.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, each =>
        each === '\n' || each === '\t' ? each : ''
      )
    : '';
}
