import type { IMcpHost, IMcpServerSetting } from '../../contract';
import { isOpenTo, type IServerAddress } from '../wire/server-address';
import { elicit, type IElicitAnswer } from './elicit';
import type { CallClock } from './call-clock';
import type { IRunningCall } from './running-call';

/** The part of a connection that is needed for questions. */
interface IAskingConnection {
  readonly calls: ReadonlyMap<CallClock, IRunningCall>;
  readonly address: IServerAddress | undefined;
  readonly setting: IMcpServerSetting;
  readonly page: IMcpHost;
}

/**
 * Answers a server's question in the middle of a call; no call's time limit
 * runs meanwhile.
 *
 * @param from the call it belongs to. If absent, the server asked on its own
 * account; with several calls under way it cannot be told which one is meant.
 */
export async function answerElicitation(
  { calls, address, setting, page }: IAskingConnection,
  params: Record<string, unknown>,
  signal: AbortSignal,
  from?: IRunningCall & { key: string; again?: true }
): Promise<IElicitAnswer> {
  const running = [...calls];
  const ask = from?.ask ?? running.find(([, call]) => call.ask)?.[1].ask;
  if (!ask || !address) {
    return { action: 'decline' };
  }
  const only = running.length === 1 ? running[0][1].tool : undefined;
  const signals = [signal, ...running.map(([clock]) => clock.signal)];
  const going = running.map(([clock]) => clock.pause());
  try {
    return await elicit(
      question =>
        ask(question, {
          key: question.mode === 'done' ? `${from?.key}-done` : from?.key,
          signal: AbortSignal.any(signals)
        }),
      { server: setting.name, host: address.host, tool: from?.tool ?? only },
      params,
      {
        trans: page.trans,
        isOpen: url => isOpenTo(url, address, page.base),
        again: from?.again
      }
    );
  } finally {
    going.forEach(go => go());
  }
}
