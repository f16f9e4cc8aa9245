/** The lazy chunk: see `load-more.ts`. */
import '../../../style/card.css';
import '../../../style/card-body.css';
import '../../../style/views.css';
import '../../../style/servers.css';
import '../../../style/report.css';
import '../../../style/plan.css';
import '../../../style/todo.css';
import '../../../style/model-settings.css';
import '../../../style/mentions.css';
import '../../../style/disclosure.css';
import '../../../style/details.css';

import type { ComponentType } from 'react';

import type { PanelView } from '../state/panel-state';
import { AuditView } from './views/audit-view';
import { DebugView } from './views/debug-view';
import { LearnedView } from './views/learned-view';
import { PolicyView } from './views/policy-view';
import { ReportView } from './views/report-view';
import { ServersView } from './views/servers-view';
import { ThreadsView } from './views/threads-view';
import { TimelineView } from './views/timeline-view';
import { UndoView } from './views/undo-view';

export { readFiles } from '../actions/read-files';
export { ServerThings } from '../actions/server-things';
export { matchingSkills } from '../actions/matching-skills';
export { CallResult } from './thread/call-result';
export { Thumbnails } from './thread/result-things';
export { TodoList } from './thread/todo-list';
export { AskedCard } from '../card/asked-card';
export { DecidedCard, DecisionDetails } from '../card/closed-card';
export { DecisionsHead } from '../card/decisions-head';
export { ReportChip } from './thread/report-chip';
export { FolderInstructions } from './thread/folder-instructions';
export { ContinueFromFile, FoundLine, FromFile } from './thread/from-file';
export { MemoryLine } from './plan/memory-line';
export { PlanLine, TaskLine } from './plan/plan-line';
export { PlanProgress } from './plan/plan-progress';
export { InterruptClosed } from '../card/closed-card';
export { Disclosure } from './composer/disclosure';
export { FillInForm } from './composer/fill-in-form';
export { MentionList } from './composer/mention-list';
export { TurnRuleStatus } from '../card/decisions-head';
export { TypedActions } from './composer/typed-actions';
export {
  answersOnEnter,
  answerTyped,
  questionFor
} from './composer/typed-actions';
export { Queue } from './composer/queue';
export { ModelSettings } from './model/model-settings';
export { ReportProgress } from './report/report-progress';
export { ReportResult } from './report/report-progress';

/** What covers the conversation, by name. */
export const PAGES: Record<Exclude<PanelView, 'thread'>, ComponentType> = {
  audit: AuditView,
  debug: DebugView,
  learned: LearnedView,
  policy: PolicyView,
  report: ReportView,
  servers: ServersView,
  threads: ThreadsView,
  timeline: TimelineView,
  undo: UndoView
};
