import { UUID } from '@lumino/coreutils';
import type { StoreApi } from 'zustand/vanilla';

import type { IForkCommand, RunOutcome } from '../../contract';

import { isSameAttachment, type IMessage } from '../state/message';
import {
  type INewReport,
  isBusy,
  type IPanelState,
  type Repetition
} from '../state/panel-state';
import type { IPanelServices } from '../state/panel-services';
import type { ISettledState } from '../state/thread-view-state';

/**
 * Sends what the person says: at once, at the next step, after this run, or
 * once they have been told whom it goes to.
 */
export class MessageSender {
  /**
   * Everything the person has said, oldest first; the arrow keys step through
   * it.
   */
  readonly said: string[] = [];

  /** The person has a skill called "report", which takes precedence. */
  hasReportSkill = false;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _announce: (text: string) => void,
    /** Processes events of the agent that are still held back. */
    private readonly _catchUp: () => void
  ) {}

  /** Whether a run is in progress or has been requested. */
  get isBusy(): boolean {
    return isBusy(this._main.getState());
  }

  /** Why nothing can be sent now; null if something can. */
  problemOf(notebook: string | null): string | null {
    const { trans, workspace } = this._services;
    return this._main.getState().undisclosed
      ? trans.__('Decide on the message above first.')
      : this.isBusy || notebook !== null || workspace.status.notebook
        ? null
        : trans.__('Open a notebook first.');
  }

  /** Sends the draft, or queues it during a run; once its files are read. */
  send(): void {
    const { draft, attachments, reading, target, resending } =
      this._main.getState();
    const text = draft.trim();
    if (!text) {
      return;
    }
    if (resending !== null) {
      if (this.fork({ messageId: resending.messageId }, text)) {
        this.endResend();
      }
      return;
    }
    const report = /^\/report(?:\s([^]*))?$/.exec(text);
    if (report && !this.hasReportSkill) {
      this.openReport(report[1]?.trimStart());
      return;
    }
    if (reading.length > 0) {
      this._main.setState({ sendWhenRead: true });
      return;
    }
    // A message that cannot be sent stays in the composer; see below.
    this._main.setState({
      draft: '',
      attachments: [],
      notAttached: '',
      sendWhenRead: false,
      target: null,
      inputHistory: null,
      mention: null
    });
    if (!this.say(text, { attachments, notebook: target })) {
      this._main.setState({ draft, attachments, target });
    }
  }

  /** Opens the form of a new report, with any proposed values; sends nothing. */
  writeReport(proposed?: Partial<INewReport>): void {
    this._main.setState(({ newReport }) => ({
      page: { name: 'newReport' },
      newReport: { ...newReport, ...proposed }
    }));
  }

  /** The same, in place of the words that ask for it. */
  openReport(prompt?: string): void {
    this._main.setState({ draft: '', inputHistory: null, mention: null });
    this.writeReport(prompt ? { prompt } : {});
  }

  /** "Edit and resend": puts the words of a message into the composer. */
  resend(messageId: string): void {
    const { thread } = this._main.getState();
    const item = thread.items[messageId];
    if (item?.kind === 'user' && !this.isBusy) {
      this._main.setState(({ draft, resending }) => ({
        resending: { messageId, setAside: resending?.setAside ?? draft },
        draft: item.text,
        inputHistory: null
      }));
    }
  }

  /** Puts the earlier draft back into the composer. */
  endResend(): void {
    this._main.setState(({ resending }) => ({
      resending: null,
      draft: resending?.setAside ?? '',
      mention: null
    }));
  }

  /** @returns false when nothing can be sent now, which is announced. */
  say(text: string, change: Partial<IMessage> = {}): boolean {
    const { agent, trans } = this._services;
    const { threadId, mode } = this._main.getState();
    const message: IMessage = {
      messageId: UUID.uuid4(),
      text,
      attachments: [],
      mode,
      notebook: null,
      ...change
    };
    const { messageId, attachments, notebook, report, plan } = message;
    const problem = this.problemOf(notebook);
    if (problem !== null) {
      this._announce(problem);
      return false;
    }
    this._remember(text);
    if (this.isBusy) {
      if (attachments.length === 0 && notebook === null && !report && !plan) {
        void agent.send({ type: 'queue', threadId, messageId, text });
      } else {
        // A message with attachments or for another notebook needs a turn of
        // its own.
        this._main.setState(({ held }) => ({ held: [...held, message] }));
        this._announce(trans.__('Your message will be sent after this run.'));
      }
    } else {
      this._start(message);
    }
    return true;
  }

  /** Stops the current run and sends a message in its place. */
  async sayInstead(text: string, change: Partial<IMessage>): Promise<void> {
    const { threadId } = this._main.getState();
    await this._services.agent.send({ type: 'stop', threadId });
    this._catchUp();
    if (this._main.getState().threadId === threadId) {
      this.say(text, change);
    }
  }

  /** Repeats the last call to the model, or continues after a limit. */
  retry(summarise = false): void {
    // A message that is waiting for its notice goes back into the composer.
    this.withhold();
    this._sendOrTell({ type: 'retry', ...(summarise && { summarise }) });
  }

  /**
   * Begins a branch: from a checkpoint, or in place of an earlier message.
   * @returns false when nothing can be sent now, which is announced.
   */
  fork(from: IForkCommand['from'], text?: string): boolean {
    const problem = this.isBusy
      ? this._services.trans.__('Wait until this run has ended.')
      : // It goes on in its own notebook.
        this.problemOf('');
    if (problem !== null) {
      this._announce(problem);
      return false;
    }
    if (text !== undefined) {
      this._remember(text);
    }
    this._main.setState({ page: null });
    this._sendOrTell({
      type: 'fork',
      from,
      ...(text !== undefined && { text })
    });
    return true;
  }

  /** The arrow keys step through those of a reopened conversation too. */
  rememberAll({ order, items }: ISettledState): void {
    if (this.said.length > 0) {
      return;
    }
    for (const id of order) {
      const item = items[id];
      if (item.kind === 'user') {
        this._remember(item.text);
      }
    }
  }

  /** The person has been told where it goes, and sends it. */
  async disclose(): Promise<void> {
    const { undisclosed, threadId } = this._main.getState();
    if (!undisclosed) {
      return;
    }
    this._main.setState({ undisclosed: null });
    const { models, workspace } = this._services;
    const stored = models.acknowledge().catch((reason: unknown) => {
      // The person is just told again next time.
      console.warn('Cellwright could not record an acknowledgement.', reason);
    });
    if (undisclosed.type === 'start') {
      // It is bound to what was shown when the person pressed Send, even if
      // something else is shown once the acknowledgement is stored.
      const { message } = undisclosed;
      const front = workspace.status.notebook?.path ?? null;
      const bound = { ...message, notebook: message.notebook ?? front };
      await this._send(bound, message, stored);
    } else {
      await stored;
      this._repeat(undisclosed, threadId);
    }
  }

  /** Not now: puts the words back into the composer. */
  withhold(): void {
    const { undisclosed } = this._main.getState();
    this._main.setState({ undisclosed: null });
    if (undisclosed?.type === 'start') {
      this.giveBack(undisclosed.message);
    } else if (undisclosed?.type === 'fork' && undisclosed.text !== undefined) {
      this._main.setState({ draft: undisclosed.text });
    }
  }

  /** With another model there may be nothing left to tell the person. */
  onModelChange(): void {
    if (this._main.getState().undisclosed && !this._mustTell()) {
      this.withhold();
    }
  }

  editHeld(messageId: string): void {
    const message = this._main
      .getState()
      .held.find(one => one.messageId === messageId);
    if (message) {
      this.removeHeld(messageId);
      this.giveBack(message);
    }
  }

  removeHeld(messageId: string): void {
    this._main.setState(({ held }) => ({
      held: held.filter(one => one.messageId !== messageId)
    }));
  }

  /**
   * Sends what waited for the run, or gives it back to the person if the run
   * did not end well.
   */
  onRunFinished(outcome: RunOutcome): void {
    const { held } = this._main.getState();
    if (held.length === 0) {
      return;
    }
    if (outcome === 'answered') {
      const [next, ...rest] = held;
      this._main.setState({ held: rest });
      this._start(next);
      return;
    }
    this._main.setState({ held: [] });
    held.forEach(message => this.giveBack(message));
  }

  /** Puts a message into the composer, below the draft. */
  giveBack({
    text,
    attachments = [],
    notebook = null
  }: Pick<IMessage, 'text'> & Partial<IMessage>): void {
    this._main.setState(state => ({
      draft: state.draft.trim() ? `${state.draft}\n${text}` : text,
      attachments: [
        ...state.attachments,
        ...attachments.filter(
          one => !state.attachments.some(other => isSameAttachment(one, other))
        )
      ],
      target: state.target ?? notebook
    }));
  }

  private _mustTell(): boolean {
    const { recipient, secondRecipient } = this._services.models;
    return [recipient, secondRecipient].some(each => each?.disclosed === false);
  }

  /** Starts it, or tells the person first where it goes. */
  private _start(message: IMessage): void {
    if (this._mustTell()) {
      this._main.setState({ undisclosed: { type: 'start', message } });
    } else {
      void this._send(message);
    }
  }

  /**
   * @param words the message to give back if it cannot be started.
   * @param first what it waits for.
   */
  private async _send(
    message: IMessage,
    words = message,
    first?: Promise<void>
  ): Promise<void> {
    const { threadId, continues } = this._main.getState();
    const { attachments, notebook, ...rest } = message;
    this._main.setState(({ outgoing }) => ({
      page: null,
      continues: null,
      outgoing: [...outgoing, message]
    }));
    await first;
    await this._services.agent.send({
      type: 'start',
      threadId,
      ...rest,
      ...(notebook !== null && { notebook }),
      ...(attachments.length > 0 && { attachments }),
      ...(continues && { continues: continues.threadId })
    });
    // If the start failed, gives the words back.
    this._catchUp();
    const { outgoing, thread } = this._main.getState();
    if (outgoing.includes(message)) {
      this._main.setState({
        outgoing: outgoing.filter(one => one !== message)
      });
      if (!(message.messageId in thread.items)) {
        this.giveBack(words);
      }
    }
  }

  /** Sends it, or tells the person first where it goes. */
  private _sendOrTell(command: Repetition): void {
    if (this._mustTell()) {
      this._main.setState({ undisclosed: command });
    } else {
      this._repeat(command, this._main.getState().threadId);
    }
  }

  private _repeat(command: Repetition, threadId: string): void {
    const { mode } = this._main.getState();
    void this._services.agent.send(
      command.type === 'fork'
        ? { ...command, threadId }
        : { ...command, threadId, mode }
    );
  }

  private _remember(text: string): void {
    if (this.said[this.said.length - 1] !== text) {
      this.said.push(text);
    }
  }
}
