/** What a condition for `query` may look up on a column, and call. */
const QUERY_METHOD =
  /^(?:str|dt|isin|isna|notna|isnull|notnull|between|contains|startswith|endswith|match|fullmatch|lower|upper|strip|len|year|month|day|hour|minute|quarter|weekday|dayofweek|date|abs|round|mean|median|min|max|sum|std|astype|index|columns)$/;
const QUERY_FUNCTION =
  /^(?:sqrt|exp|log|log10|log1p|abs|sin|cos|tan|in|and|or|not)$/;

const FORMULA_FUNCTION =
  /^(?:C|Q|I|np\.(?:log|log1p|log10|exp|sqrt|power|abs)|log|exp|sqrt|bs|cr|cc|poly|center|standardize|scale|Treatment|Sum)$/;

/** Without its quoted parts; null if a text may be read in more than one way. */
function unquoted(text: string | null): string | null {
  return text === null ||
    text !== text.normalize('NFKC') ||
    /\\|'''|"""|__/.test(text)
    ? null
    : text.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, '``').replace(/\s+/g, ' ');
}

/** A condition for `query`, which pandas runs. */
export function isPlainQuery(text: string | null): boolean {
  const code = unquoted(text);
  return (
    code !== null &&
    !/#|@\w+\s*[.([]|@\(|[\])`]\s*\(/.test(code) &&
    [...code.matchAll(/\.\s*([^\d\s]\w*)/g)].every(([, each]) =>
      QUERY_METHOD.test(each)
    ) &&
    [...code.matchAll(/(?<![.\w] ?)([\p{L}_]\w*)\s*\(/gu)].every(([, each]) =>
      QUERY_FUNCTION.test(each)
    )
  );
}

/** A formula of patsy, which is run as Python. */
export function isPlainFormula(text: string | null): boolean {
  const code = unquoted(text);
  return (
    code !== null &&
    /^[\p{L}\p{N}_\s~+\-*:/^(),.=|`]*$/u.test(code) &&
    !/[)`]\s*\(/.test(code) &&
    [...code.matchAll(/(?<![\p{L}\p{N}_.])([\p{L}\p{N}_.]+)\s*\(/gu)].every(
      ([, called]) => FORMULA_FUNCTION.test(called)
    )
  );
}
