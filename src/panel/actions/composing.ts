import type { StoreApi } from 'zustand/vanilla';

import {
  type IAttachment,
  type ISkillInfo,
  isWorkspaceError
} from '../../contract';
import {
  type CompletionItem,
  type IMentionFound,
  isSameItem,
  mentionAt,
  withMore
} from '../state/mention-at';
import { type IAskRequest, isSameAttachment } from '../state/message';
import type { IPanelState } from '../state/panel-state';
import { plainSentence } from '../text/announcement';
import { attachmentLabel } from '../text/attachment-label';
import type { MessageSender } from './message-sender';
import type { ServerThings } from './server-things';
import type { IPanelServices } from '../state/panel-services';
import { loadMore } from '../render/load-more';
import { visibleName } from '../render/visible-text';

/** The message being written: its text and attachments, and what `@` offers. */
export class Composing {
  private _attempt = 0;

  /** The end of what is being read to be attached. */
  private _read: Promise<unknown> = Promise.resolve();

  private _known: Promise<readonly ISkillInfo[]> | null = null;

  private _things: ServerThings | null = null;

  /** The name that was being typed at the last change. */
  private _typed: IMentionFound | null = null;

  /** Position of the `@` whose list was closed with Esc. */
  private _dismissed: number | null = null;

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _sending: MessageSender,
    private readonly _announce: (text: string) => void
  ) {}

  /** @param caret position of the caret; the end if not given. */
  setDraft(draft: string, caret = draft.length): void {
    const found = mentionAt(draft, caret);
    const typed = this._typed;
    const isNew =
      found?.query === '' ||
      found?.from !== typed?.from ||
      found?.sign !== typed?.sign;
    this._typed = found;
    // The items may be older; the query, which a choice removes, must not be.
    this._main.setState(({ draft: before, draftBegunAt, thread, mention }) => ({
      draft,
      draftBegunAt: before === '' ? thread.pending : draftBegunAt,
      // What is still being written is not sent.
      sendWhenRead: false,
      inputHistory: null,
      mention:
        mention && mention.from === found?.from
          ? { ...mention, query: found.query, chosen: undefined }
          : null
    }));
    if (!found || found.from === this._dismissed) {
      this._dismissed = found ? this._dismissed : null;
      this._endMention();
      return;
    }
    this._dismissed = null;
    void this._lookUp(found, isNew);
  }

  /** Steps through earlier messages. @returns whether there was one. */
  stepInHistory(step: -1 | 1): boolean {
    const { draft, inputHistory } = this._main.getState();
    const { said } = this._sending;
    const from = inputHistory ?? { at: said.length, draft };
    const at = from.at + step;
    if (at < 0 || at > said.length || (step === 1 && !inputHistory)) {
      return false;
    }
    this._main.setState(
      at === said.length
        ? { inputHistory: null, draft: from.draft }
        : { inputHistory: { ...from, at }, draft: said[at] }
    );
    return true;
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
      // What it was about is gone: the notebook in front counts again.
      return {
        attachments: rest,
        ...(rest.length === 0 ? { target: null } : {})
      };
    });
  }

  /** Makes chips of pictures, PDFs and texts that were pasted or dropped. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { trans, workspace } = this._services;
    const batch = { names: files.map(({ name }) => name) };
    this._main.setState(({ reading }) => ({
      reading: [...reading, batch],
      notAttached: ''
    }));
    const reading = this._read.then(async () => {
      const lazy = await loadMore();
      const { attachments: attached } = this._main.getState();
      return lazy?.readFiles(files, { workspace, attached, trans });
    });
    // One after the other, so that together they keep to the limits.
    this._read = reading.catch(() => undefined);
    const read = await reading.catch(reason => {
      console.warn('Cellwright could not read what was attached.', reason);
      return undefined;
    });
    if (!this._main.getState().reading.includes(batch)) {
      this._main.setState({
        notAttached: trans.__(
          '%1 was not attached, because you opened another conversation while it was being read.',
          batch.names.map(visibleName).join(', ')
        )
      });
      return;
    }
    read?.attachments.forEach(each => this.attach(each));
    const problem = read
      ? read.problems.join(' ')
      : trans.__(
          'Nothing was attached, because it could not be read. Try again.'
        );
    this._main.setState(({ reading, notAttached, sendWhenRead }) => ({
      reading: reading.filter(one => one !== batch),
      notAttached: [notAttached, problem].filter(Boolean).join(' '),
      sendWhenRead: !problem && sendWhenRead
    }));
    const { sendWhenRead, reading: left } = this._main.getState();
    if (sendWhenRead && left.length === 0) {
      this._sending.send();
    }
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

  /** Sends what a command asks, or puts it into the composer. */
  ask(request: IAskRequest): void {
    const { prompt, attachments = [], mode, notebook, send = false } = request;
    const message = {
      attachments,
      notebook: notebook ?? null,
      ...(mode && { mode })
    };
    this._main.setState({ page: null });
    if (send && prompt.trim() && this._sending.say(prompt.trim(), message)) {
      return;
    }
    const { workspace, trans } = this._services;
    const path = notebook ?? workspace.status.notebook?.path ?? '';
    this._sending.giveBack({
      ...message,
      // A person reads and changes it, so cells go by what they see.
      text: plainSentence(prompt, id => workspace.cellLabel(path, id), trans)
    });
    if (mode) {
      this._main.setState({ mode });
    }
  }

  /** Moves the selection in the list; Enter takes the selected item. */
  moveMention(step: -1 | 1): void {
    this._main.setState(({ mention }) => {
      if (!mention) {
        return {};
      }
      const { items } = mention;
      const active = (mention.active + step + items.length) % items.length;
      return { mention: { ...mention, active, chosen: items[active] } };
    });
  }

  /**
   * Takes `pressed`, or else the selected item. An attachment becomes a chip,
   * and its name stays in the sentence without the `@`; the name of a skill
   * stays too; an item with gaps opens a form for them.
   * @returns where the caret belongs then; null if there was nothing to take.
   */
  takeMention(pressed?: CompletionItem): number | null {
    const { mention, draft } = this._main.getState();
    const item = pressed ?? mention?.items[mention.active];
    if (!mention || !item) {
      return null;
    }
    const { from, query } = mention;
    if ('opens' in item) {
      this._sending.openReport(draft.slice(from + 1 + query.length).trim());
      return from;
    }
    const { trans, workspace } = this._services;
    let insert = 'insert' in item ? item.insert : '';
    if ('attachment' in item) {
      this.attach(item.attachment);
      insert = attachmentLabel(
        item.attachment,
        (path, cellId) => workspace.cellLabel(path, cellId),
        trans
      );
    }
    this._main.setState({
      draft:
        draft.slice(0, from) + insert + draft.slice(from + 1 + query.length)
    });
    this._endMention();
    if ('fill' in item) {
      this._main.setState({ toFill: item.fill });
      if (item.fill.fields.length === 0) {
        void this.fillIn({});
      }
      return from;
    }
    this._announce(
      'insert' in item
        ? trans.__('Skill: “%1”', item.label)
        : trans.__('Attached: “%1”', item.label)
    );
    return from + insert.length;
  }

  /** With its gaps filled in, a resource becomes a chip, a prompt text. */
  async fillIn(values: Record<string, string>): Promise<void> {
    const { trans } = this._services;
    const { toFill } = this._main.getState();
    this._main.setState({ toFill: null, notAttached: '' });
    try {
      const things = await this._servers();
      if (!toFill || !things) {
        return;
      }
      if (toFill.kind === 'template') {
        this.attach(things.attachment(toFill, values));
        this._announce(trans.__('Attached: “%1”', toFill.name));
        return;
      }
      const words = await things.words(toFill, values);
      this._main.setState(({ draft }) => ({
        draft: [words, draft.trim()].filter(Boolean).join('\n\n')
      }));
      this._announce(
        trans.__(
          'The text of “%1” is in the message box. Read it before you send it.',
          toFill.name
        )
      );
    } catch (reason) {
      console.warn('Cellwright could not fetch what was chosen.', reason);
      this._main.setState({
        notAttached: isWorkspaceError(reason)
          ? reason.message
          : trans.__(
              '“%1” could not be fetched. Try again.',
              toFill?.name ?? ''
            )
      });
    }
  }

  /** Esc: this `@` stays an ordinary character. */
  dismissMention(): void {
    this._dismissed = this._main.getState().mention?.from ?? null;
    this._endMention();
  }

  /** @param isNew whether it was just begun, so that what may change is read anew. */
  private async _lookUp(found: IMentionFound, isNew: boolean): Promise<void> {
    const { workspace } = this._services;
    const attempt = ++this._attempt;
    const quick: Promise<CompletionItem[]> =
      found.sign === '/'
        ? this._skills(found.query, isNew)
        : workspace.mentions(found.query);
    let offered: CompletionItem[] = [];
    // A kernel or a server may be slow: what it has comes below the other items.
    const add = async (source: Promise<CompletionItem[]>): Promise<void> => {
      const [, more] = await Promise.all([quick, source]);
      offered = withMore(offered, more);
      this._offer(found, offered, attempt);
    };
    try {
      await Promise.all([
        add(quick),
        add(this._servers().then(all => all?.offered(found, isNew) ?? [])),
        ...(found.sign === '@' ? [add(workspace.variables(found.query))] : [])
      ]);
    } catch (reason) {
      console.warn('Cellwright could not look up what to attach.', reason);
      this._known = null;
      if (attempt === this._attempt) {
        this._endMention();
      }
    }
  }

  private _offer(
    found: IMentionFound,
    items: CompletionItem[],
    attempt: number
  ): void {
    const { trans } = this._services;
    const { draft, mention: before } = this._main.getState();
    // The message may have been sent meanwhile.
    const isThere = draft.startsWith(found.sign + found.query, found.from);
    if (attempt !== this._attempt || !isThere) {
      return;
    }
    const chosen = before?.chosen;
    const at = items.findIndex(item => chosen && isSameItem(item, chosen));
    const active = Math.max(0, at);
    this._main.setState({
      mention: items.length > 0 ? { ...found, items, active, chosen } : null
    });
    if (items.length > 0 && before?.items.length !== items.length) {
      this._announce(
        found.sign === '/'
          ? trans._n(
              '%1 command, skill or prompt. Use the arrows to choose.',
              '%1 commands, skills and prompts. Use the arrows to choose.',
              items.length
            )
          : trans._n(
              '%1 thing to attach. Use the arrows to choose.',
              '%1 things to attach. Use the arrows to choose.',
              items.length
            )
      );
    }
  }

  /**
   * The word that the panel handles itself, and skills: those whose name begins
   * with the query, then those that contain it.
   */
  private async _skills(
    query: string,
    isNew: boolean
  ): Promise<CompletionItem[]> {
    if (isNew || this._known === null) {
      this._known = this._services.agent.skills();
    }
    const skills = await this._known;
    this._sending.hasReportSkill = skills.some(({ name }) => name === 'report');
    const known = [
      {
        name: 'report',
        detail: this._services.trans.__('Write a report from this notebook'),
        does: { opens: 'report' as const }
      },
      ...skills.map(({ name, description }) => ({
        name,
        detail: description,
        does: { insert: `/${name} ` }
      }))
    ];
    return known
      .map(each => ({ ...each, at: each.name.indexOf(query) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => Number(one.at > 0) - Number(other.at > 0))
      .map(({ name, detail, does }) => ({
        ...does,
        label: `/${name}`,
        detail
      }));
  }

  /** Null if the code for it could not be loaded. */
  private async _servers(): Promise<ServerThings | null> {
    const { mcp, trans } = this._services;
    const [lazy, service] = await Promise.all([loadMore(), mcp()]);
    return (this._things ??= lazy && new lazy.ServerThings(service, trans));
  }

  private _endMention(): void {
    this._attempt++;
    if (this._main.getState().mention) {
      this._main.setState({ mention: null });
    }
  }
}
