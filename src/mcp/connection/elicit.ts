import type {
  IMcpHost,
  IMcpServerSetting,
  ITranslator,
  McpAnswer
} from '../../contract';
import { cleanText } from '../wire/clean-text';
import {
  SchemaProblem,
  argumentSchema,
  valueCheck
} from '../schema/json-schema';
import { isOpenTo, type IServerAddress } from '../wire/server-address';
import type { CallClock, IRunningCall } from './call-clock';

/** Maximum length of a question. */
const MOST_MESSAGE = 2000;

/** The answer sent back to the server. */
export interface IElicitAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
  [key: string]: unknown;
}

type Asked =
  | { mode: 'form'; schema: Record<string, unknown> }
  | { mode: 'url'; url: string };

function questionOf(
  params: Record<string, unknown>,
  trans: ITranslator,
  isOpen: (page: URL) => boolean
): Asked | null {
  if (params.mode === 'url') {
    const given = String(params.url);
    const url = URL.canParse(given) ? new URL(given) : null;
    // Only addresses a browser opens as a page; never a script or a file, nor
    // one that begins with what looks like another host (`https://bank.test@…`).
    return url &&
      ['https:', 'http:'].includes(url.protocol) &&
      url.username + url.password === '' &&
      isOpen(url)
      ? { mode: 'url', url: url.href }
      : null;
  }
  try {
    return {
      mode: 'form',
      schema: argumentSchema(params.requestedSchema, trans)
    };
  } catch (error) {
    if (error instanceof SchemaProblem) {
      console.warn('Cellwright: a question of a server has no form', error);
      return null;
    }
    throw error;
  }
}

function fitting(
  answer: McpAnswer,
  schema: Record<string, unknown>
): IElicitAnswer {
  if (answer.action !== 'accept') {
    return answer;
  }
  const content = answer.values ?? {};
  const issues = valueCheck(schema)(content);
  if (issues.length > 0) {
    // The card should have checked this, so it is the card's defect, not the
    // person's.
    console.error('Cellwright: an answer does not fit its question', issues);
    return { action: 'cancel' };
  }
  return { action: 'accept', content: content as IElicitAnswer['content'] };
}

/** The part of a connection that is needed for questions. */
interface IAskingConnection {
  readonly calls: ReadonlyMap<CallClock, IRunningCall>;
  readonly address: IServerAddress | undefined;
  readonly setting: IMcpServerSetting;
  readonly page: IMcpHost;
}

/**
 * Asks the person a server's question in the middle of a call; no call's time
 * limit runs meanwhile. An answer that does not fit the server's form is never
 * sent; a question that cannot be shown is declined.
 *
 * @param params as sent by the server.
 * @param from the call it belongs to. If absent, the server asked on its own
 * account; with several calls under way it cannot be told which one is meant.
 * `again`: the call will be sent again once the person has visited the page.
 */
export async function answerElicitation(
  { calls, address, setting, page }: IAskingConnection,
  params: Record<string, unknown>,
  signal: AbortSignal,
  from?: IRunningCall & { key: string; again?: true }
): Promise<IElicitAnswer> {
  const running = [...calls];
  const ask = from?.ask ?? running.find(([, call]) => call.ask)?.[1].ask;
  const question =
    address &&
    questionOf(params, page.trans, url => isOpenTo(url, address, page.base));
  if (!ask || !question) {
    return { action: 'decline' };
  }
  const only = running.length === 1 ? running[0][1].tool : undefined;
  const about = {
    server: setting.name,
    host: address.host,
    tool: from?.tool ?? only,
    message: cleanText(params.message, MOST_MESSAGE)
  };
  const signals = [signal, ...running.map(([clock]) => clock.signal)];
  const put = (asked: Asked | { mode: 'done'; url: string }, key = from?.key) =>
    ask({ ...about, ...asked }, { key, signal: AbortSignal.any(signals) });
  const going = running.map(([clock]) => clock.pause());
  try {
    const answer = await put(question);
    if (question.mode === 'form') {
      return fitting(answer, question.schema);
    }
    if (!from?.again || answer.action !== 'accept') {
      return { action: answer.action };
    }
    // The page was opened; only the person knows when they are done there.
    const { url } = question;
    return {
      action: (await put({ mode: 'done', url }, `${from.key}-done`)).action
    };
  } finally {
    going.forEach(go => go());
  }
}
