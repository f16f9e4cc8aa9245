import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UnauthorizedError,
  isCallToolResult,
  type CallToolResult,
  type Progress
} from '@modelcontextprotocol/client';
import { bytesToHex } from '@noble/hashes/utils';

import type { IAskedRound, IAskedRounds, IToolContext } from '../../contract';
import { cleanLine } from '../wire/clean-text';
import { isTimeout, messageOf, statusOf } from '../wire/is-timeout';
import { isWithin } from '../schema/is-within';
import { answerElicitation } from './elicit';
import { CallClock, type IRunningCall } from './call-clock';
import { CALL_ID } from './client-link';
import type { Connection } from './connection';
import { isRecord } from '../../contract/util/is-record';

/** Maximum duration of a call in ms, even if it reports progress. */
const MOST_TIME = 10 * 60_000;
/** How often one call may ask the person. */
const MOST_QUESTIONS = 10;
/** Limits on the questions in one answer, which is stored while the person thinks. */
const MOST_ASKED = { characters: 1_000_000, values: 20_000, depth: 64 };
/** Deeper nesting cannot be serialised. */
const ANY_WIDTH = { characters: Infinity, values: Infinity, depth: 256 };
/**
 * Disables the client's own timeout, which would keep running while a person is
 * asked.
 */
const NO_LIMIT = 2 ** 31 - 1;

/** Why a call has no result. */
type CallFailureKind =
  /** The person stopped it. */
  | 'stopped'
  /** There was no answer in time. */
  | 'timeout'
  /** It is not known whether the call was carried out. */
  | 'lost'
  /** The server, or our own check, refused it. */
  | 'refused'
  /** The tool is no longer the one that was decided on, so it was not called. */
  | 'changed';

/** A call without a result; the message is for the model. */
export class CallFailure extends Error {
  constructor(
    readonly kind: CallFailureKind,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'CallFailure';
  }
}

export interface IToolCall {
  tool: string;
  args: Record<string, unknown>;
  /** @throws CallFailure if the tool is no longer what it was. */
  verify(): void;
  /** Asks the person; if absent, nobody can be asked. */
  ask?: IToolContext['ask'];
  /** Stores questions so that they survive a reload, if that is possible. */
  rounds?: IAskedRounds;
  /** The person's stop signal. */
  signal: AbortSignal;
  progress(text: Progress): void;
}

/**
 * Calls a tool once. The call is only repeated if it never reached the tool
 * because the server had forgotten the session.
 *
 * @throws CallFailure
 */
export async function callTool(
  connection: Connection,
  call: IToolCall
): Promise<CallToolResult> {
  await connection.connect();
  try {
    return await connection.inSession(() => attempt(connection, call));
  } catch (error) {
    throw error instanceof CallFailure
      ? error
      : await failure(error, connection);
  }
}

async function attempt(
  connection: Connection,
  call: IToolCall
): Promise<CallToolResult> {
  const { tool, args, verify, signal, progress, ask, rounds } = call;
  const { client, setting, failure: why } = connection;
  if (!client) {
    throw new CallFailure(
      'refused',
      `The server “${setting.name}” is not connected, so nothing was done. ${why?.text ?? ''}`.trim()
    );
  }
  verify();
  // If answers are buffered, no progress arrives, so the total limit applies.
  const silence = connection.isBuffered ? MOST_TIME : setting.timeout * 1000;
  const clock = new CallClock(signal, silence, MOST_TIME);
  const onEnd = connection.link?.transport.onEnd;
  const running = { tool, ask };
  connection.calls.set(clock, running);
  const send = async (
    more: Record<string, unknown> = {}
  ): Promise<CallToolResult | IAskedRound> => {
    const id = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    // An answer at the end of the stream is passed on first.
    onEnd?.set(id, () => setTimeout(() => onEnd.has(id) && clock.cut()));
    try {
      const result: unknown = await client.request(
        {
          method: 'tools/call',
          params: {
            name: tool,
            arguments: args,
            ...more,
            // Browsers repeat a request whose connection broke; by this a server
            // can tell that it is the same call.
            _meta: { [CALL_ID]: id }
          }
        },
        {
          signal: clock.signal,
          timeout: NO_LIMIT,
          allowInputRequired: true,
          onprogress: report => {
            clock.restart();
            progress(report);
          }
        }
      );
      clock.restart();
      return resultOrQuestions(result);
    } catch (error) {
      const pages = ask ? askedPages(error) : null;
      if (!pages) {
        throw error;
      }
      clock.restart();
      return pages;
    } finally {
      onEnd?.delete(id);
    }
  };
  try {
    let round = rounds?.unanswered?.round ?? 0;
    let came = rounds?.unanswered ?? (await send());
    while (isAsked(came)) {
      if (round >= MOST_QUESTIONS) {
        throw new CallFailure(
          'refused',
          `The tool asked the person ${MOST_QUESTIONS} times and still needed more, so the call was ended.`
        );
      }
      const asked = { ...came, round };
      await rounds?.keep(asked);
      const inputResponses = await answers(
        connection,
        running,
        asked,
        clock.signal
      );
      clock.signal.throwIfAborted();
      await rounds?.keep(null);
      came = await send(
        asked.again
          ? {}
          : {
              inputResponses,
              ...(asked.state !== undefined && { requestState: asked.state })
            }
      );
      round += 1;
    }
    return came;
  } catch (error) {
    throw (
      ending(error, signal, clock, connection) ??
      (clock.isCut ? clock.signal.reason : error)
    );
  } finally {
    connection.calls.delete(clock);
    clock.dispose();
  }
}

/** @throws CallFailure for anything else. */
function resultOrQuestions(result: unknown): CallToolResult | IAskedRound {
  if (isRecord(result) && result.resultType === 'input_required') {
    const { inputRequests, requestState } = result;
    if (!isWithin({ inputRequests, requestState }, MOST_ASKED)) {
      throw new CallFailure(
        'refused',
        'The tool’s question is too long to store, so the call was ended.'
      );
    }
    return {
      round: 0,
      requests: isRecord(inputRequests) ? inputRequests : {},
      ...(requestState !== undefined && { state: requestState })
    };
  }
  if (!isCallToolResult(result) || !isWithin(result, ANY_WIDTH)) {
    throw new CallFailure('lost', 'The server’s answer is not a valid result.');
  }
  return result;
}

function isAsked(came: CallToolResult | IAskedRound): came is IAskedRound {
  return 'requests' in came && 'round' in came;
}

/** The person's answers to the questions a server wants answered first. */
async function answers(
  connection: Connection,
  running: IRunningCall,
  { requests, round, again }: IAskedRound,
  signal: AbortSignal
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const [key, request] of Object.entries(requests)) {
    if (
      !isRecord(request) ||
      request.method !== 'elicitation/create' ||
      !isRecord(request.params)
    ) {
      throw new CallFailure(
        'refused',
        'The tool asked this page for something it does not offer (it can only ask the person questions), so the call was ended.'
      );
    }
    const answer = await answerElicitation(connection, request.params, signal, {
      ...running,
      key: `${round}-${key}`,
      ...(again && { again })
    });
    if (again && answer.action !== 'accept') {
      throw new CallFailure(
        'refused',
        'The server accepts the call only after the person has done something on the server’s own page, and they did not. Nothing was done.'
      );
    }
    given[key] = answer;
  }
  return given;
}

/** The failure if we ended the call ourselves: the person's stop, or a time limit. */
function ending(
  error: unknown,
  stop: AbortSignal,
  clock: CallClock,
  { setting, address, isModern }: Connection
): CallFailure | null {
  // A 2026 server notices when the request ends. Jupyter's proxy waits for the
  // complete answer and never ends its own request.
  const isTold = !(address?.isProxied && isModern);
  if (stop.aborted) {
    return new CallFailure(
      'stopped',
      isTold
        ? 'The person stopped the call. The server was told; how far it got is not known.'
        : 'The person stopped the call. Jupyter’s proxy does not tell the server, which may still be working on it; how far it got is not known.',
      { cause: error }
    );
  }
  if (clock.isCut) {
    // Explained as a lost connection.
    return null;
  }
  return clock.isTimeout || isTimeout(error)
    ? new CallFailure(
        'timeout',
        isTold
          ? `The server “${setting.name}” did not answer in time, and the call was cancelled. How far it got is not known: check before you call it again.`
          : `The server “${setting.name}” did not answer in time. Jupyter’s proxy does not tell it to stop, so it may still be working on it: check before you call it again.`,
        { cause: error }
      )
    : null;
}

/** Statuses with which a server refuses a call before it does anything. */
const REFUSALS: Record<number, string | undefined> = {
  401: 'it wants to know who asks',
  403: 'it does not allow it',
  404: 'nothing is at this address',
  429: 'too many calls',
  503: 'it is too busy'
};

async function failure(
  error: unknown,
  connection: Connection
): Promise<CallFailure> {
  const { name } = connection.setting;
  if (error instanceof ProtocolError) {
    return new CallFailure(
      'refused',
      `The server “${name}” refused the call: ${messageOf(error)}`,
      { cause: error }
    );
  }
  const isInvalid =
    error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
  if (isInvalid) {
    return new CallFailure(
      'lost',
      `The answer of the server “${name}” is not a valid result, so it was dropped. Whether the tool did its work is not known.`,
      { cause: error }
    );
  }
  const isUnauthorized = error instanceof UnauthorizedError;
  const wantsMore = isUnauthorized && connection.link?.exchanges.isForbidden;
  const isAsked = wantsMore && !connection.signIn?.isAskedAgain;
  const status = wantsMore ? 403 : isUnauthorized ? 401 : statusOf(error);
  const refusal = isAsked
    ? 'it wants the person to allow more, in the list of MCP servers'
    : REFUSALS[status ?? 0];
  if (refusal) {
    const wait = cleanLine(connection.link?.exchanges.last?.retryAfter, 40);
    if (status !== 429 && status !== 503 && isAsked === wantsMore) {
      // The person is shown what to do, such as signing in.
      await connection.lost(error);
    }
    return new CallFailure(
      'refused',
      [
        `The server “${name}” did not take the call (${status}: ${refusal}). Nothing was done.`,
        wait &&
          `It says to try again after ${/^\d+$/.test(wait) ? `${wait} seconds` : wait}.`
      ]
        .filter(Boolean)
        .join(' '),
      { cause: error }
    );
  }
  await connection.lost(error);
  return new CallFailure(
    'lost',
    `The connection to the server “${name}” was lost during the call. Whether it was done is not known: check before you call it again. ${connection.failure?.text ?? ''}`.trim(),
    { cause: error }
  );
}

/** Error code in the 2025 protocol for a call that first needs a page to be opened. */
const URL_REQUIRED = -32042;

/** Maximum number of pages a call may want opened at once. */
const MAX_PAGES = 5;

/**
 * Pages that a server wants visited before it accepts a call. It turned the
 * call away, which is then sent again unchanged. Null for any other error.
 */
function askedPages(error: unknown): IAskedRound | null {
  if (!(error instanceof ProtocolError) || error.code !== URL_REQUIRED) {
    return null;
  }
  const { elicitations } = isRecord(error.data) ? error.data : {};
  const pages = (Array.isArray(elicitations) ? elicitations : [])
    .filter(isRecord)
    .slice(0, MAX_PAGES);
  return pages.length === 0
    ? null
    : {
        round: 0,
        again: true,
        requests: Object.fromEntries(
          pages.map(({ message, url }, at) => [
            `page-${at}`,
            {
              method: 'elicitation/create',
              params: { mode: 'url', message, url }
            }
          ])
        )
      };
}
