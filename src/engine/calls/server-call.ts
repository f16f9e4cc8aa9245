import {
  isMcpTool,
  type AgentEvent,
  type ICardServer,
  type IServerTool
} from '../../contract';
import { denyList } from '../privacy/deny-list';
import { isDeclared } from '../tool-set/tool-set';
import type { ICallContext } from './call-context';

/** Shorter values occur in many texts by chance. */
const LEAST = 8;

/** The most results that a card names. */
const MAX_NAMED = 5;

interface IServerCall extends Pick<ICardServer, 'first' | 'holds'> {
  /** Why no rule can allow it, as a sentence. */
  always?: string;
}

/**
 * What a person should know about a call to a server: whether it is the first
 * one, and which earlier results its arguments contain. A call with values from
 * a result that was to be withheld always asks, whatever the rules say.
 */
export async function serverCall(
  run: ICallContext,
  { address, server }: IServerTool,
  args: Record<string, unknown>
): Promise<IServerCall> {
  const { journal, at, tools, settings, trans } = run.options;
  const { deny, schemasOnly } = settings().privacy;
  const shown = await journal.shown(at);
  const proposed = new Map(
    shown.flatMap(event =>
      event.type === 'call-proposed' ? [[event.callId, event]] : []
    )
  );
  const theirs = [...tools.values()].filter(
    tool => isMcpTool(tool) && tool.mcp.address === address
  );
  const first = !shown.some(
    event =>
      event.type === 'call-started' &&
      theirs.some(({ name }) => name === proposed.get(event.callId)?.tool)
  );
  const declared = new Set(
    theirs.flatMap(tool => (isDeclared(tool) ? namesIn(tool.jsonSchema) : []))
  );
  const parts = [
    ...texts(args),
    // An argument name that the tool does not declare may carry a value too.
    ...names(args).filter(name => !declared.has(name))
  ];
  const sources = shown.filter(
    (event): event is Finished =>
      event.type === 'call-finished' &&
      parts.some(
        part => event.result.includes(part) || sharesRun(part, event.result)
      )
  );
  const isDenied = denyList(deny);
  const withheld = sources.find(
    ({ callId }) =>
      schemasOnly ||
      texts(proposed.get(callId)?.args ?? {}, 1).some(text =>
        text
          // A call of a method at the beginning of a line is no hidden file.
          .replace(/\.\w+\(/g, ' ')
          .split(/[\s'"`()=,;:[\]{}]+/)
          .some(isDenied)
      )
  );
  return {
    ...(first && { first }),
    ...(sources.length > 0 && {
      holds: [...new Set(sources.map(({ text }) => text))].slice(-MAX_NAMED)
    }),
    ...(withheld && {
      always: trans.__(
        'Part of this comes from a result that your privacy settings withhold (%1). It would go to “%2”.',
        withheld.text,
        server
      )
    })
  };
}

type Finished = Extract<AgentEvent, { type: 'call-finished' }>;

/** All names in a value that are long enough to be recognised. */
function names(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => [
        ...(Array.isArray(value) || name.trim().length < LEAST
          ? []
          : [name.trim()]),
        ...names(each)
      ])
    : [];
}

/** All names in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  return typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([name, each]) => [name, ...namesIn(each)])
    : [];
}

/** All texts and numbers in a value that are long enough to be recognised. */
function texts(value: unknown, least = LEAST): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    return text.length >= least ? [text] : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(each => texts(each, least))
    : [];
}

/** So many characters in a row are not the same in two texts by chance. */
const RUN = 32;
/**
 * The longest match that is looked at: enough to find letters and digits that
 * stand far apart.
 */
const MAX_RUN = 64;
/**
 * The fewest letters and digits in a match: a line of dashes does not count as
 * text.
 */
const LEAST_TOLD = 16;

/**
 * Whether a part of one text appears word for word in another. Different words
 * around it make no difference.
 *
 * Every place of both texts is looked at, also where the same words come again
 * and again; the work grows with the lengths of the texts, not with their
 * product.
 */
export function sharesRun(text: string, other: string): boolean {
  const [short, long] =
    text.length < other.length ? [text, other] : [other, text];
  const parts = new Set(tellingParts(short));
  if (parts.size === 0) {
    return false;
  }
  for (const part of tellingParts(long)) {
    if (parts.has(part)) {
      return true;
    }
  }
  return false;
}

/**
 * From each place of a text, the shortest part that would count as a match.
 * Where it ends depends only on what is in it, so a part that two texts share
 * has the same end in both.
 */
function* tellingParts(text: string): Generator<string, void> {
  let end = 0;
  let letters = 0;
  for (let at = 0; at + RUN <= text.length; at++) {
    const most = Math.min(at + MAX_RUN, text.length);
    while (end < most && (end < at + RUN || letters < LEAST_TOLD)) {
      letters += isTold(text[end++]) ? 1 : 0;
    }
    if (letters >= LEAST_TOLD) {
      yield text.slice(at, end);
    }
    letters -= isTold(text[at]) ? 1 : 0;
  }
}

/** The second half of a character outside the basic plane counts for all of it. */
const TOLD = /[\p{L}\p{N}\udc00-\udfff]/u;

function isTold(unit: string): boolean {
  return TOLD.test(unit);
}
