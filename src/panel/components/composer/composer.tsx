import { runIcon, stopIcon } from '@jupyterlab/ui-components';

import { AttachButton, DraftAttachments } from '../common/attachments';
import { ComposerInput } from './composer-input';
import {
  DamagedLine,
  ElsewhereLine,
  ResendLine,
  SummaryLine
} from '../thread/conversation-lines';
import { TokenUsage } from './token-usage';
import { Lazy } from '../common/lazy';
import { Notice } from '../common/notice';
import { ModeSelect } from './mode-select';
import { ModelLine } from './model-line';
import { StatusLine } from './status-line';
import { IconButton } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { isBusy } from '../../state/is-busy';

/**
 * Where the person writes, with what is going on, queued messages and the
 * model.
 */
export function Composer() {
  const store = usePanel();
  const { trans, workspace } = store.services;
  const empty = usePanelState(state => state.draft.trim() === '');
  const busy = usePanelState(isBusy);
  const target = usePanelState(state => state.target);
  const toFill = usePanelState(state => state.toFill);
  const waits = usePanelState(
    ({ thread, held }) => thread.queued.length + held.length > 0
  );
  const asks = usePanelState(state => state.thread.pending.length > 0);
  const ruled = usePanelState(state => state.thread.turnRule);
  const asked = usePanelState(state => state.undisclosed !== null);
  const isElsewhere = usePanelState(({ thread }) => thread.isElsewhere);
  usePanelState(state => state.workspaceRevision);
  const canStart = workspace.status.notebook !== null || target !== null;
  const damaged = usePanelState(state => state.record?.damaged);
  if (damaged !== undefined) {
    return (
      <div className="jp-Cellwright-composer">
        <DamagedLine why={damaged} />
      </div>
    );
  }
  return (
    <div className="jp-Cellwright-composer">
      {asked ? <Lazy silent draw={({ Disclosure }) => <Disclosure />} /> : null}
      {isElsewhere ? (
        <Notice className="jp-Cellwright-driver">
          {trans.__('Another tab is working on this conversation.')}
        </Notice>
      ) : null}
      <StatusLine />
      <ElsewhereLine />
      {ruled ? (
        <Lazy draw={({ TurnRuleStatus }) => <TurnRuleStatus />} />
      ) : null}
      {waits ? <Lazy silent draw={({ Queue }) => <Queue />} /> : null}
      <SummaryLine />
      <ResendLine />
      {toFill ? (
        <Lazy silent draw={({ FillInForm }) => <FillInForm what={toFill} />} />
      ) : null}
      <DraftAttachments />
      <ComposerInput busy={busy} />
      {asks && !empty ? (
        <Lazy silent draw={({ TypedActions }) => <TypedActions />} />
      ) : null}
      <div className="jp-Cellwright-meta">
        <ModeSelect />
        <ModelLine />
        <AttachButton />
        <span className="jp-Cellwright-metaEnd">
          <TokenUsage />
          {busy ? (
            <IconButton
              label={trans.__('Stop')}
              icon={stopIcon}
              className="jp-Cellwright-button jp-mod-small"
              title={trans.__('Stop (Esc)')}
              onClick={() => store.stop()}
            />
          ) : (
            <IconButton
              label={trans.__('Send')}
              icon={runIcon}
              className="jp-Cellwright-button jp-mod-primary jp-mod-small"
              disabled={!canStart || empty || asked}
              title={
                canStart
                  ? trans.__('Send (Enter)')
                  : trans.__('Open a notebook first.')
              }
              onClick={() => store.composing.send()}
            />
          )}
        </span>
      </div>
    </div>
  );
}
