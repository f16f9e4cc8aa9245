/** What the person asks for in a message. */
export type Request =
  | { kind: 'explore'; file: string | null }
  | { kind: 'example' }
  | IStepRequest
  | { kind: 'compare' }
  | { kind: 'correlations' }
  | { kind: 'plot' }
  | { kind: 'write-summary' }
  | { kind: 'explain'; cell: ICellReference }
  | { kind: 'fix'; cell: ICellReference }
  | { kind: 'summarise' }
  | { kind: 'files' }
  | { kind: 'kernel' }
  | { kind: 'weather'; island: string | null }
  | { kind: 'other' };

/** One step of a plan: making a single cell. */
export interface IStepRequest {
  kind: 'step';
  stage: 'load' | 'summary' | 'table' | 'plot';
  file: string | null;
  /** Whether the data is made up rather than read from a file. */
  example: boolean;
  /** Whether numeric columns are compared with each other, rather than groups. */
  correlations: boolean;
}

/** A cell, by its id or by the number that people see. */
export interface ICellReference {
  id: string | null;
  /** "5" in `[5]` or "cell 5". */
  label: string | null;
}

/** Requests that start something new even if another job is unfinished. */
const STRONG: ReadonlySet<Request['kind']> = new Set([
  'explore',
  'example',
  'step',
  'explain',
  'fix',
  'summarise',
  'files',
  'kernel',
  'weather',
  'write-summary'
] as const);

export function isStrong(request: Request): boolean {
  return STRONG.has(request.kind);
}

/** Whether a message only asks to continue. */
export function asksToGoOn(text: string): boolean {
  return /^\W*(continue|go on|carry on|proceed|resume|yes,? (go on|continue|please)|try again|keep going)\b/i.test(
    text
  );
}

/** Longer messages are read by their beginning. */
const MAX_REQUEST = 2000;

export function readRequest(message: string): Request {
  const text = message.slice(0, MAX_REQUEST);
  const step = STEP.exec(message)?.[1];
  return step === undefined ? plainRequest(text) : stepRequest(step, text);
}

/** The line by which a plan tells its agent which step to do. */
const STEP = /^Do this one step of a plan, and no other: (.*)/m;

const STAGES: [RegExp, IStepRequest['stage']][] = [
  [/^(load|make up)\b/i, 'load'],
  [/^describe\b/i, 'summary'],
  [/^compare\b/i, 'table'],
  [/^draw\b/i, 'plot']
];

/** A step written by the person is treated like any other request. */
function stepRequest(title: string, text: string): Request {
  const stage = STAGES.find(([pattern]) => pattern.test(title))?.[1];
  return stage
    ? {
        kind: 'step',
        stage,
        file: fileName(title) ?? fileName(text),
        example: /^make up\b/i.test(title),
        correlations: /\bnumbers go together\b/i.test(title)
      }
    : plainRequest(title);
}

function plainRequest(text: string): Request {
  const cell = cellReference(text);
  const mentionsCell = cell.id !== null || cell.label !== null;
  if (
    /\b(fix|repair|correct|debug)\b|\bfails? with\b/i.test(text) &&
    mentionsCell
  ) {
    return { kind: 'fix', cell };
  }
  if (/\b(explain|what does|describe)\b/i.test(text) && mentionsCell) {
    return { kind: 'explain', cell };
  }
  if (
    /\b(write|add|put)\b.*\b(summary|conclusions?|findings|notes)\b/i.test(text)
  ) {
    return { kind: 'write-summary' };
  }
  if (
    /\b(summari[sz]e|summary of|overview of|explain|describe)\b.*\bnotebook\b/i.test(
      text
    )
  ) {
    return { kind: 'summarise' };
  }
  if (/\b(example|made-up|made up|sample|toy|random)\b.*\bdata/i.test(text)) {
    return { kind: 'example' };
  }
  if (
    /\bpackages?\b|\bkernel\b.*\bversion\b|\bversion\b.*\bkernel\b|\bpython version\b/i.test(
      text
    )
  ) {
    return { kind: 'kernel' };
  }
  if (/\b(weather|forecast)\b/i.test(text)) {
    const island = /\b(Biscoe|Dream|Torgersen)\b/i.exec(text)?.[1];
    return { kind: 'weather', island: island ?? null };
  }
  const file = fileName(text);
  if (file !== null) {
    return { kind: 'explore', file };
  }
  if (/\b(correlat|relationship)/i.test(text)) {
    return { kind: 'correlations' };
  }
  if (/\b(compare|group)\b/i.test(text)) {
    return { kind: 'compare' };
  }
  if (/\b(what|which|look at|list|show)\b.*\b(files?|folder)\b/i.test(text)) {
    return { kind: 'files' };
  }
  if (
    /\b(explore|analy[sz]e|analysis|eda|profile|investigate|inspect)\b|\b(the|this|my|our) (data|csv|table)\b|\bdata ?set\b/i.test(
      text
    )
  ) {
    return { kind: 'explore', file: null };
  }
  if (
    /\b(plot|chart|draw|histogram|scatter|visuali[sz]e|graph)\b/i.test(text)
  ) {
    return { kind: 'plot' };
  }
  return { kind: 'other' };
}

function cellReference(text: string): ICellReference {
  const id =
    /⟦([\w-]{1,64})⟧/.exec(text)?.[1] ??
    /#cell=([\w-]{1,64})/.exec(text)?.[1] ??
    null;
  const label =
    /\bcell\s*(?:[[#(]\s*)?(\d+)\b/i.exec(text)?.[1] ??
    /\[(\d+)\]/.exec(text)?.[1] ??
    null;
  const named =
    /\bcell\s+[`"']?([A-Za-z0-9_-]*\d[\w-]*|[0-9a-f]{6,}[\w-]*)/i.exec(
      text
    )?.[1];
  return {
    id: id ?? (named !== undefined && !/^\d{1,5}$/.test(named) ? named : null),
    label
  };
}

/** The table that is named; quotes keep a name with spaces together. */
export function fileName(text: string): string | null {
  const quoted = /["“”'`]([^"“”'`\n]+\.(?:csv|tsv|tab))["“”'`]/i.exec(text);
  const plain = /(?<![^\s"“”'`()])([^\s"“”'`()]+\.(?:csv|tsv|tab))\b/i.exec(
    text
  );
  return quoted?.[1] ?? plain?.[1] ?? null;
}
