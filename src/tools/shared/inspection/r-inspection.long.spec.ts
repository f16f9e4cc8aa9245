import type { IToolResult } from '../../../contract';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { RProcess } from '../../../testing/processes/r-process';
import {
  inspectVariables,
  inspectionCode
} from '../../kernel/inspect-variables';
import { MAX_VARIABLES } from './inspection';
import { toolOn } from '../../stories/tool-context';

const CLEAR =
  'rm(list = ls(globalenv(), all.names = TRUE), envir = globalenv())';

/** A value in the person's data. */
const SECRET = 'Ada Lovelace';

describe('inspect_variables on a real R', () => {
  let r: RProcess;
  /** Any other output of our code that a person would have seen. */
  let beside: string[];
  let notebook: FakeNotebook;

  beforeAll(() => {
    r = new RProcess();
    notebook = new FakeNotebook({
      kernel: { language: 'R', displayName: 'R' },
      onInspect: async code => {
        const { stdout, error, ...run } = await r.run(code);
        beside.push(...run.beside, ...(error === null ? [] : [error]));
        return stdout;
      }
    });
  });

  beforeEach(async () => {
    beside = [];
    await r.inspect(CLEAR);
  });

  afterAll(() => r.dispose());

  async function inspect(
    source: string,
    { names, values = true }: { names?: string[]; values?: boolean } = {}
  ): Promise<IToolResult> {
    await r.inspect(source);
    const result = await toolOn(inspectVariables).run(
      { names },
      { notebook, values }
    );
    expect(beside).toEqual([]);
    return result;
  }

  const linesOf = async (
    ...args: Parameters<typeof inspect>
  ): Promise<string[]> => (await inspect(...args)).text.split('\n');

  it('tells type and length, and short values of single plain values only', async () => {
    const { text, ok, summary } = await inspect(`n <- 5L
x <- 2.5
name <- "Ada"
yes <- TRUE
none <- NULL
unknown <- NA_character_
day <- as.Date("2026-01-02")
words <- c("a", "b")
plain <- list(a = 1, b = "x")
grid <- matrix(0, 2, 3)
cube <- array(0L, c(2, 3, 4))
kinds <- factor(c("u", "v", "u"))
double <- function(x) 2 * x
.hidden <- 1`);
    expect(ok).toBe(true);
    expect(text.split('\n')).toEqual([
      'cube: array (2, 3, 4) integer',
      'day: Date = 2026-01-02',
      'grid: matrix (2, 3) double',
      'kinds: factor (3)',
      'n: integer = 5',
      "name: character = 'Ada'",
      'none: NULL',
      'plain: list (2)',
      'unknown: character = NA',
      'words: character (2)',
      'x: numeric = 2.5',
      'yes: logical = TRUE'
    ]);
    expect(summary).toBe('Looked at 12 variables');
  });

  it('tells the columns of a data frame with type, missing, distinct and three samples, and frames first', async () => {
    expect(
      await linesOf(`a <- 1
df <- data.frame(
  \`kind of\` = c("a", "b", "a", NA),
  x = c(1.5, NA, 2.5, 3.5),
  n = 1:4,
  f = factor(c("u", "v", "u", "v")),
  day = as.Date("2026-01-01") + 0:3,
  at = as.POSIXct("2026-01-01 10:00:00", tz = "UTC") + c(0, 60, NA, 60),
  none = NA,
  check.names = FALSE
)
df$lists <- list(1, "a", NULL, 2)[c(1, 2, 4, 4)]`)
    ).toEqual([
      'df: data.frame 4 rows × 8 columns',
      `  "kind of": character, 1 missing, 2 distinct: 'a', 'b'`,
      '  "x": numeric, 1 missing, 3 distinct: 1.5, 2.5, 3.5',
      '  "n": integer, 0 missing, 4 distinct: 1, 2, 3',
      `  "f": factor, 0 missing, 2 distinct: 'u', 'v'`,
      '  "day": Date, 0 missing, 4 distinct: 2026-01-01, 2026-01-02, 2026-01-03',
      '  "at": POSIXct, 1 missing, 2 distinct: 2026-01-01 10:00:00, 2026-01-01 10:01:00',
      '  "none": logical, 4 missing, 0 distinct',
      '  "lists": list',
      'a: numeric = 1'
    ]);
  });

  it('copes with frames that are out of the ordinary', async () => {
    const { text, ok } = await inspect(
      [
        'twice <- setNames(data.frame(1, 2), c("a", "a"))',
        'nameless <- setNames(data.frame(1, 2), c(NA, ""))',
        'empty <- data.frame()',
        'rowless <- data.frame(a = integer(0))',
        'wide <- as.data.frame(matrix(0, 1, 100))',
        'inner <- data.frame(a = 1:2); inner$m <- matrix(1:4, 2); inner$d <- data.frame(b = 1:2)',
        'mine <- structure(data.frame(a = 1), class = c("tbl_df", "tbl", "data.frame"))',
        'damaged <- structure(list(f = structure(9L, levels = "a", class = "factor"), b = 1L), row.names = 1L, class = "data.frame")',
        'bytes <- data.frame(a = 1); bytes$b <- "\\xff"; Encoding(bytes$b) <- "bytes"'
      ].join('\n')
    );
    expect(ok).toBe(true);
    expect(text).toContain('twice: data.frame 1 rows × 2 columns');
    expect(text).toContain(
      '"NA": numeric, 0 missing, 1 distinct: 1\n  "": num'
    );
    expect(text).toContain('empty: data.frame 0 rows × 0 columns');
    expect(text).toContain('"a": integer, 0 missing, 0 distinct');
    expect(text).toContain('… 40 more columns');
    expect(text).toContain('"m": matrix\n  "d": data.frame');
    expect(text).toContain('mine: tbl_df 1 rows × 1 columns');
    expect(text).toContain('damaged: data.frame 1 rows × 2 columns');
    expect(text).toContain('bytes: data.frame 1 rows × 2 columns');
    expect(text).not.toContain('could not be read');
  });

  it('tells what was asked for, a function and hidden names included, and names what is missing', async () => {
    expect(
      await linesOf(
        'double <- function(x) 2 * x; .hidden <- 1; n <- 2; other <- 3',
        { names: ['double', '.hidden', 'n', 'nope', 'n', '', 'paste'] }
      )
    ).toEqual([
      'double: function',
      '.hidden: numeric = 1',
      'n: numeric = 2',
      'Not defined: nope, , paste.'
    ]);
  });

  it('reads odd names as names and never as code', async () => {
    const odd = [
      'a b',
      'größe',
      '数',
      '😀',
      'say "hi"',
      'back\\slash',
      '`tick`',
      'x\ny',
      '"); evil <- 1; ("',
      'TRUE'
    ];
    const assignments = odd.map(
      (name, index) => `assign(${JSON.stringify(name)}, ${index})`
    );
    const asked = await linesOf(assignments.join('\n'), {
      names: [...odd, 'x"); evil <- 1; ("', 'y'.repeat(20_000), '\ud800']
    });
    expect(asked.slice(0, odd.length)).toEqual(
      odd.map((name, index) => `${name.replace('\n', ' ')}: numeric = ${index}`)
    );
    expect(asked.at(-1)).toMatch(/^Not defined: x"\); evil <- 1; \(", yyy/);
    expect((await linesOf('')).sort()).toEqual(
      asked.slice(0, odd.length).sort()
    );
    expect(await r.inspect('exists("evil")')).toBe('[1] FALSE');
  });

  it('calls nothing of a person’s own: methods, masked functions, active bindings', async () => {
    const generics =
      'length names dim levels format print toString is.na unique as.character as.list `[` `[[` `$` `==` rev sort summary str dimnames row.names';
    const { text } = await inspect(
      [
        'trap <- structure(list(1, 2), class = "trap")',
        'number <- structure(1, class = "trap")',
        'df <- data.frame(a = 1:2)',
        'df$traps <- structure(1:2, class = "trap")',
        'mine <- structure(data.frame(a = 1), class = c("trap", "data.frame"))',
        'calls <- character(0)',
        `for (generic in c(${generics
          .split(' ')
          .map(name => `"${name.replaceAll('`', '')}"`)
          .join(', ')}))`,
        '  local({ g <- generic; assign(paste0(g, ".trap"), function(...) { calls <<- c(calls, g); NULL }, globalenv()) })',
        'makeActiveBinding("active", function() { calls <<- c(calls, "active"); 1 }, globalenv())',
        'format.Date <- function(...) { calls <<- c(calls, "Date"); "x" }',
        'day <- as.Date("2026-01-02")',
        'paste0 <- cat <- text <- c <- get <- function(...) stop("masked")',
        'T <- FALSE',
        'calls <- character(0)'
      ].join('\n')
    );
    expect(text).toContain('trap: trap');
    expect(text).toContain('"traps": trap');
    expect(text).toContain('mine: trap 1 rows × 1 columns');
    expect(text).toContain('active: active binding (not read)');
    expect(text).toContain('day: Date = 2026-01-02');
    expect(await r.inspect('base::cat(calls)')).toBe('');
  });

  it('tells the others where one cannot be read', async () => {
    const { text, ok } = await inspect(`n <- 1
missing <- quote(expr = )
delayedAssign("late", stop("no"))
code <- quote(stop("no"))
scope <- new.env()
formula <- y ~ x
object <- structure(list(), class = c("lm", "odd"))
setClass("Point", representation(x = "numeric"))
point <- new("Point", x = 1)`);
    expect(ok).toBe(true);
    const lines = text.split('\n');
    expect(lines).toContain('n: numeric = 1');
    expect(lines).toContain('late: unknown (could not be read)');
    expect(lines).toContain('missing: unknown (could not be read)');
    expect(lines).toContain('code: language');
    expect(lines).toContain('scope: environment');
    expect(lines).toContain('formula: formula');
    expect(lines).toContain('object: lm');
    expect(lines).toContain('point: Point');
  });

  it('leaves nothing behind, and nothing changed', async () => {
    const state =
      'list(ls(globalenv(), all.names = TRUE), search(), getwd(), options(), Sys.getlocale(), loadedNamespaces())';
    await r.inspect('set.seed(1); df <- data.frame(a = 1:3); n <- 2');
    const before = await r.inspect(
      `.before <- NULL; .before <- ${state}; .seed <- .Random.seed; .copy <- df`
    );
    expect(before).toBe('');
    await inspect('');
    await inspect('', { names: ['df', 'nope'] });
    expect(
      await r.inspect(
        `identical(.before[-1], ${state}[-1]) && identical(c(.before[[1]], ".copy", ".seed") |> sort(), ls(globalenv(), all.names = TRUE) |> sort()) && identical(.seed, .Random.seed) && identical(.copy, df)`
      )
    ).toBe('[1] TRUE');
  });

  it('says nothing beside its answer, whatever the person has set', async () => {
    expect(
      await linesOf(
        [
          'old <- options(warn = 2, OutDec = ",", digits = 3, scipen = -5, error = quote(cat("error")))',
          'odd <- data.frame(a = c(1.5, NaN, Inf), b = c("x", "\\xfe", NA))'
        ].join('\n')
      )
    ).toEqual([
      'odd: data.frame 3 rows × 2 columns',
      expect.stringMatching(/^ {2}"a": numeric, 1 missing, 2 distinct: 1\.5/),
      expect.stringMatching(/^ {2}"b": character, 1 missing, 2 distinct: 'x'/),
      'old: list (5)'
    ]);
    await r.inspect('options(old)');
  });

  it('prints ASCII alone, which no locale of a kernel can spoil', async () => {
    const [line] = await linesOf('größe <- "Grö\\u00dfe 数 😀"');
    expect(line).toBe("größe: character = 'Größe 数 😀'");
    const code = inspectionCode('R');
    expect(await r.inspect(code!)).toMatch(/^[ -~]+$/);
  });

  it('is bounded, whatever the environment holds', async () => {
    const { text } =
      await inspect(`for (i in 1:300) assign(paste0("variable_", i), strrep("x", 100000))
long <- 1:1e9
deep <- list(); for (i in 1:1000) deep <- list(deep)`);
    expect(text.length).toBeLessThan(8000);
    expect(text).toContain(`… ${303 - MAX_VARIABLES} more: `);
  });

  it('tells no value where no value may be told', async () => {
    const { text, ok } = await inspect(
      `name <- "${SECRET}"
df <- data.frame(who = "${SECRET}", n = 20260101)
named <- list("${SECRET}")
kinds <- factor("${SECRET}")
number <- 20260102`,
      { values: false }
    );
    expect(ok).toBe(true);
    expect(text.split('\n')).toEqual([
      'df: data.frame 1 rows × 2 columns',
      '  "who": character, 0 missing, 1 distinct',
      '  "n": numeric, 0 missing, 1 distinct',
      'kinds: factor',
      'name: character',
      'named: list (1)',
      'number: numeric'
    ]);
  });
});
