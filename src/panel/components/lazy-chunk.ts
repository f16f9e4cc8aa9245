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

export { readFiles } from '../actions/read-files';
export { ServerThings } from '../actions/server-things';
export { CallResult } from './thread/call-result';
export { Thumbnails } from './thread/result-things';
export { TodoList } from './thread/todo-list';
export { AskedCard } from '../card/asked-card';
export {
  DecidedCard,
  DecisionDetails,
  InterruptClosed
} from '../card/closed-card';
export { DecisionsHead, TurnRuleStatus } from '../card/decisions-head';
export { ReportChip } from './thread/report-chip';
export { FolderInstructions } from './thread/folder-instructions';
export { ContinueFromFile, FoundLine, FromFile } from './thread/from-file';
export { MemoryLine } from './plan/memory-line';
export { PlanLine, TaskLine } from './plan/plan-line';
export { PlanProgress } from './plan/plan-progress';
export { Disclosure } from './composer/disclosure';
export { FillInForm } from './composer/fill-in-form';
export { MentionList } from './composer/mention-list';
export {
  answersOnEnter,
  answerTyped,
  questionFor,
  TypedActions
} from './composer/typed-actions';
export { Queue } from './composer/queue';
export { ModelSettings } from './model/model-settings';
export { openReport } from './report/open-report';
export { ReportProgress, ReportResult } from './report/report-progress';

// What covers the conversation, under the names that `Page` has for them.
export { AuditView as audit } from './views/audit-view';
export { DebugView as debug } from './views/debug-view';
export { LearnedView as learned } from './views/learned-view';
export { PolicyView as policy } from './views/policy-view';
export { NewReport as newReport } from './views/new-report';
export { CheckReport as checkReport } from './views/check-report';
export { ReportInPanel as report } from './report/report-document';
export { ServersView as servers } from './views/servers-view';
export { ThreadsView as threads } from './views/threads-view';
export { TimelineView as timeline } from './views/timeline-view';
export { UndoView as undo } from './views/undo-view';
