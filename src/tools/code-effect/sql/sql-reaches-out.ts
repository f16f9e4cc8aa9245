const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

/** Comments, strings, quoted names, words, and any other character. */
const TOKEN =
  /--[^\n]*|\/\*(?!!)(?:(?!\*\/)[^])*(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|[\p{L}_][\p{L}\p{N}_]*|\|\||\S/gu;

/** Text in any kind of quotes. */
const QUOTED = /^['"`]/;

/** Statements that load code, or write what a program or another server reads. */
const FAR_STATEMENTS = words(
  'install load copy export import unload attach exec execute do system create insert force alter add'
);

/** Words that may come before a statement. */
const BEFORE = words('explain analyze verbose');

/** Words that begin a statement which is judged by its content. */
const OTHER_STATEMENTS = words(
  'select with from values update delete merge replace drop show describe summarize pragma set use begin commit pivot table'
);

/** Functions that run programs, load libraries, or read and write by themselves. */
const FAR_FUNCTIONS =
  /^(?:load_extension|xp_\w+|sys_exec|sys_eval|lo_export|lo_import|pg_read_(?:binary_)?file|pg_execute\w*|dblink\w*|http_(?:get|post|put|head)\w*|writefile|executable)$/;

/** The same as procedures, which need no brackets; a name may be quoted. */
const FAR_PROCEDURES =
  /^["`]?(?:xp_\w+|utl_(?:http|file|tcp|smtp)|dbms_(?:scheduler|java\w*|xslprocessor)|sp_oa\w+|sp_execute_external_script|sp_configure|sp_addextendedproc|sp_start_job)\b/;

/** Functions whose text argument is the address of a table. */
const READERS =
  /^(?:read\w*|parquet_\w+|\w*scan\w*|sniff_csv|glob|iceberg_\w+|delta_\w+|st_read\w*|url|s3|gcs|hdfs|file|remote\w*|mysql|postgresql|openrowset|opendatasource|from_csv_auto)$/;

/** Settings that let a database load unchecked code. */
const FAR_SETTINGS =
  /^(?:allow_unsigned_extensions|custom_extension_repository|autoinstall_extension_repository)$/;

/** Settings of a server that name libraries it loads, or files it writes. */
const FAR_SERVER_SETTINGS =
  /^(?:\w+_preload_libraries|dynamic_library_path|\w+_log_file)$/;

/** Words followed by a table. */
const TABLES =
  /^(?:from|join|attach|database|summarize|describe|location|into|using)$/;

/** Words followed by anything but a table. */
const NO_TABLES =
  /^(?:select|where|on|having|values|set|limit|group|order|qualify|by|as)$/;

const ADDRESS = /^\s*(?!file:)[a-z][\w+.-]*:\/\//i;
const PIPE = /^\s*\||\|\s*$/;

/**
 * What every script that reaches out has in it, as it is told below: a text in
 * quotes, or one of these words. Most texts that pandas' `query` gets have neither.
 */
const MAY_REACH_OUT =
  /['"`]|install|load|copy|export|import|do|system|insert|create|into|xp_|sp_|sys_e|alter|jar|lo_|pg_|dblink|http_|writefile|executable|extension|utl_|dbms_|librar|log_file/;

/**
 * Whether SQL starts programs, loads extensions, writes files on the server or
 * reads from an address: DuckDB, PostgreSQL, SQLite, MySQL and similar
 * databases. A column called `load`, or an address in a comparison, does not
 * count.
 *
 * @param isLine for the text of a line magic, which may begin with options.
 */
export function sqlReachesOut(sql: string, isLine = false): boolean {
  if (!MAY_REACH_OUT.test(sql.toLowerCase())) {
    return false;
  }
  // MySQL and BigQuery treat a backslash in a string as an escape, the others
  // don't.
  return [sql, ...(sql.includes('\\') ? [sql.replace(/\\./gs, ' ')] : [])].some(
    reading => isFarScript(tokensOf(reading, isLine), isLine)
  );
}

function tokensOf(sql: string, isLine: boolean): string[] {
  return [...sql.matchAll(TOKEN)]
    .map(([token]) => token)
    .flatMap(token => {
      if (token.startsWith('/*')) {
        return [];
      }
      if (!token.startsWith('--')) {
        return [token];
      }
      // An option of the magic rather than a comment.
      return isLine ? (token.match(TOKEN_IN_LINE) ?? []) : [];
    });
}

const TOKEN_IN_LINE = /'[^']*'?|"[^"]*"?|[\p{L}_][\p{L}\p{N}_]*|\|\||[^\s-]/gu;

function isFarScript(tokens: string[], isLine: boolean): boolean {
  const plain = tokens.map(token => token.toLowerCase());
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at === tokens.length || tokens[at] === ';') {
      const statement = plain.slice(from, at);
      if (isFarStatement(statement, isLine) || readsAway(statement)) {
        return true;
      }
      from = at + 1;
    }
  }
  return false;
}

function isFarStatement(tokens: string[], isLine: boolean): boolean {
  const has = (word: string): boolean => tokens.includes(word);
  if (
    (has('into') && (has('outfile') || has('dumpfile'))) ||
    (has('program') && (has('copy') || has('options'))) ||
    // Spark: TRANSFORM (a) USING 'program'.
    tokens.some(
      (token, at) => token === 'using' && /^['"]/.test(tokens[at + 1] ?? '')
    ) ||
    (has('set') && tokens.some(token => FAR_SERVER_SETTINGS.test(token))) ||
    tokens.some(
      (token, at) =>
        (FAR_FUNCTIONS.test(token) && tokens[at + 1] === '(') ||
        FAR_PROCEDURES.test(token) ||
        FAR_SETTINGS.test(token)
    )
  ) {
    return true;
  }
  const first = tokens.findIndex((token, at) =>
    isLine || tokens[at - 1] === 'as'
      ? FAR_STATEMENTS.has(token) || OTHER_STATEMENTS.has(token)
      : !BEFORE.has(token)
  );
  const begin = has('prepare') ? tokens.indexOf('as') + 1 : first;
  const [word, next = '', ...rest] = begin < 0 ? [''] : tokens.slice(begin);
  const isOperand = /^['"`]|^[\p{L}_]/u.test(next) && !OPERATORS.has(next);
  switch (word) {
    case 'install':
    case 'load':
    case 'unload':
      return isOperand || (word === 'unload' && next === '(');
    case 'force':
      return next === 'install';
    case 'copy':
      return rest.includes('to') || rest.includes('program');
    case 'export':
    case 'import':
      return /^(?:database|data)$/.test(next);
    case 'do':
      return /^\$|^['"]|^language$/.test(next);
    case 'system':
      return isOperand;
    case 'insert':
      return next === 'overwrite' && rest.includes('directory');
    case 'create':
      return (
        tokens.includes('extension') ||
        (tokens.some(token => /^(?:function|procedure)$/.test(token)) &&
          tokens.some(token => /^(?:language|soname|using)$/.test(token)))
      );
    case 'alter':
      return next === 'system';
    case 'add':
      return /^(?:jar|file|archive)s?$/.test(next) && rest.length > 0;
    default:
      return false;
  }
}

/** What may follow a column in a condition. */
const OPERATORS = words('in and or not is between like ilike if else');

/** Whether a table in the statement is an address, or a program's output. */
function readsAway(tokens: string[]): boolean {
  /** What each open bracket belongs to. */
  const open: { reader: boolean; clause: string }[] = [
    { reader: false, clause: '' }
  ];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const here = open[open.length - 1];
    const before = tokens[at - 1] ?? '';
    if (token === '(' || token === '[') {
      open.push({
        reader: READERS.test(before) || (here.reader && token === '['),
        clause: TABLES.test(here.clause) && token === '(' ? here.clause : ''
      });
    } else if ((token === ')' || token === ']') && open.length > 1) {
      open.pop();
    } else if (TABLES.test(token) || NO_TABLES.test(token)) {
      here.clause = token;
    } else if (QUOTED.test(token) && before !== '=' && before !== '>') {
      let text = unquoted(token);
      while (tokens[at + 1] === '||' && QUOTED.test(tokens[at + 2] ?? '')) {
        text += unquoted(tokens[at + 2]);
        at += 2;
      }
      const isTable =
        here.reader ||
        (TABLES.test(here.clause) &&
          (before === here.clause || before === ',' || before === '('));
      if (isTable && (ADDRESS.test(text) || PIPE.test(text))) {
        return true;
      }
    }
  }
  return false;
}

function unquoted(token: string): string {
  return token.slice(1).replace(/['"`]$/, '');
}
