import type { StoreApi } from 'zustand/vanilla';

import type { AgentMode, IAttachment, ISkillInfo } from '../../contract';

import {
  type CompletionItem,
  mentionAt,
  type IMentionState
} from '../state/mention-at';
import { loadMore, MORE } from '../render/load-more';
import { isSameAttachment, type IAskRequest } from '../state/message';
import { recall } from '../state/recall';
import type { IPanelState } from '../state/panel-state';
import type { MessageSender } from './message-sender';
import type { IPanelServices } from '../state/panel-services';

/** The message being written: its words, what goes along, how it is meant. */
export class Composing {
  private _turn = 0;

  private _known: Promise<readonly ISkillInfo[]> | null = null;

  /** Position of the `@` whose list was closed with Esc. */
  private _dismissed: number | null = null;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _sending: MessageSender,
    private readonly _announce: (text: string) => void
  ) {}

  /** @param caret where the person writes; the end where not given. */
  setDraft(draft: string, caret = draft.length): void {
    const found = mentionAt(draft, caret);
    // What is offered may be older than what was typed, which is what a choice
    // takes out of the draft.
    this._main.setState(({ mention }) => ({
      draft,
      recall: null,
      mention:
        mention && mention.from === found?.from
          ? { ...mention, query: found.query }
          : null
    }));
    if (!found || found.from === this._dismissed) {
      this._dismissed = found ? this._dismissed : null;
      this._endMention();
      return;
    }
    this._dismissed = null;
    void this._lookUp(found);
  }

  setMode(mode: AgentMode): void {
    this._main.setState({ mode });
  }

  /** Walks through earlier messages. @returns whether there was one. */
  recall(step: -1 | 1): boolean {
    const state = this._main.getState();
    const next = recall(this._sending.said, state.recall, state.draft, step);
    if (next) {
      this._main.setState(next);
    }
    return next !== null;
  }

  attach(attachment: IAttachment): void {
    this._main.setState(({ attachments }) =>
      attachments.some(other => isSameAttachment(attachment, other))
        ? {}
        : { attachments: [...attachments, attachment] }
    );
  }

  detach(attachment: IAttachment): void {
    this._main.setState(({ attachments }) => {
      const rest = attachments.filter(
        other => !isSameAttachment(attachment, other)
      );
      // What it was asked about is gone: the notebook in front counts again.
      return {
        attachments: rest,
        ...(rest.length === 0 ? { target: null } : {})
      };
    });
  }

  /** Pictures, PDFs and texts that were pasted, dropped or chosen become chips. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { trans, workspace } = this._services;
    await loadMore();
    const { more } = MORE.getState();
    const { attachments: attached } = this._main.getState();
    const read = await more?.readFiles(files, { workspace, attached, trans });
    read?.attachments.forEach(each => this.attach(each));
    const notAttached = read
      ? read.problems.join(' ')
      : trans.__(
          'Nothing was attached, since it could not be read. Try again.'
        );
    this._main.setState({ notAttached });
    if (read && read.attachments.length > 0) {
      this._announce(
        trans._n(
          '%1 file attached.',
          '%1 files attached.',
          read.attachments.length
        )
      );
    }
  }

  /** Sends the draft, or queues it while a run is going. */
  send(): void {
    const { draft, attachments, target, resending } = this._main.getState();
    const text = draft.trim();
    if (!text) {
      return;
    }
    if (resending !== null) {
      if (this._sending.fork({ messageId: resending }, text)) {
        this.endResend();
      }
      return;
    }
    // A message that cannot be sent keeps its place.
    this._main.setState({
      draft: '',
      attachments: [],
      notAttached: '',
      target: null,
      recall: null
    });
    if (!this._sending.say(text, { attachments, notebook: target })) {
      this._main.setState({ draft, attachments, target });
    }
    this._endMention();
  }

  /** "Edit and resend": the words of a message stand in the composer. */
  resend(messageId: string): void {
    const { thread } = this._main.getState();
    const item = thread.items[messageId];
    if (item?.kind === 'user' && !this._sending.isBusy) {
      this._main.setState(({ draft, resending }) => ({
        // What stood there comes back afterwards.
        ...(resending === null ? { setAside: draft } : {}),
        resending: messageId,
        draft: item.text,
        recall: null
      }));
    }
  }

  /** The composer holds what stood there before. */
  endResend(): void {
    this._main.setState(({ setAside }) => ({
      resending: null,
      draft: setAside,
      setAside: ''
    }));
    this._endMention();
  }

  /** What a command asks: sent, or put down for the person to go on with. */
  ask(request: IAskRequest): void {
    const { prompt, attachments = [], mode, notebook, send = false } = request;
    const message = {
      attachments,
      notebook: notebook ?? null,
      ...(mode ? { mode } : {})
    };
    this._main.setState({ view: 'thread' });
    if (send && prompt.trim() && this._sending.say(prompt.trim(), message)) {
      return;
    }
    this._sending.giveBack({
      messageId: '',
      text: prompt,
      mode: 'agent',
      ...message
    });
    if (mode) {
      this.setMode(mode);
    }
  }

  /** Makes another item of the list the one that Enter takes. */
  moveMention(step: -1 | 1): void {
    this._main.setState(({ mention }) => {
      if (!mention) {
        return {};
      }
      const count = mention.items.length;
      return {
        mention: { ...mention, active: (mention.active + step + count) % count }
      };
    });
  }

  /**
   * Takes an item: it becomes a chip, and its `@name` leaves the text. A skill
   * stays there with its name.
   * @returns where the caret belongs then; null when there was nothing to take.
   */
  takeMention(index?: number): number | null {
    const { mention, draft } = this._main.getState();
    const item = mention?.items[index ?? mention.active];
    if (!mention || !item) {
      return null;
    }
    const { from, query } = mention;
    const insert = 'insert' in item ? item.insert : '';
    if ('attachment' in item) {
      this.attach(item.attachment);
    }
    this._main.setState({
      draft:
        draft.slice(0, from) + insert + draft.slice(from + 1 + query.length)
    });
    this._endMention();
    const { trans } = this._services;
    this._announce(
      insert
        ? trans.__('Skill: %1', item.label)
        : trans.__('Attached: %1', item.label)
    );
    return from + insert.length;
  }

  /** Esc: this `@` stays a character. */
  dismissMention(): void {
    this._dismissed = this._main.getState().mention?.from ?? null;
    this._endMention();
  }

  private async _lookUp(
    found: Pick<IMentionState, 'sign' | 'from' | 'query'>
  ): Promise<void> {
    const { workspace, trans } = this._services;
    const turn = ++this._turn;
    try {
      const items: CompletionItem[] =
        found.sign === '/'
          ? await this._skills(found.query)
          : await workspace.mentions(found.query);
      if (turn !== this._turn) {
        return;
      }
      const before = this._main.getState().mention;
      this._main.setState({
        mention: items.length > 0 ? { ...found, items, active: 0 } : null
      });
      if (items.length > 0 && before?.items.length !== items.length) {
        this._announce(
          found.sign === '/'
            ? trans._n(
                '%1 skill. Use the arrows to choose.',
                '%1 skills. Use the arrows to choose.',
                items.length
              )
            : trans._n(
                '%1 thing to attach. Use the arrows to choose.',
                '%1 things to attach. Use the arrows to choose.',
                items.length
              )
        );
      }
    } catch (reason) {
      console.warn('Cellwright could not look up what to attach.', reason);
      this._known = null;
      this._endMention();
    }
  }

  /** Those whose name begins with what was typed, then those that hold it. */
  private async _skills(query: string): Promise<CompletionItem[]> {
    // Looked for when the list is called, not at each letter.
    if (query === '' || this._known === null) {
      this._known = this._services.agent.skills?.() ?? Promise.resolve([]);
    }
    const at = (await this._known).map(skill => ({
      skill,
      at: skill.name.indexOf(query)
    }));
    return at
      .filter(each => each.at >= 0)
      .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
      .map(({ skill: { name, description } }) => ({
        insert: `/${name} `,
        label: `/${name}`,
        detail: description
      }));
  }

  private _endMention(): void {
    this._turn++;
    if (this._main.getState().mention) {
      this._main.setState({ mention: null });
    }
  }
}
