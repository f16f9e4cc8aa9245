/** The lazy chunk: see `load-more.ts`. */
import '../../../style/card.css';
import '../../../style/card-body.css';
import '../../../style/views.css';
import '../../../style/servers.css';
import '../../../style/plan.css';

export { readFiles } from '../actions/read-files';
export { ServerThings } from '../actions/server-things';
export { FormulaTypesetter } from '../render/formula-typesetter';
export { AuditView } from './views/audit-view';
export { Card } from './card/card';
export { DebugView } from './views/debug-view';
export { DecidedCard, DecisionDetails } from './card/decided-card';
export { DecisionsHead } from './card/decisions-head';
export { FolderInstructions } from './thread/folder-instructions';
export { ContinueFromFile, FoundLine, FromFile } from './thread/from-file';
export { InterruptCard } from './question/interrupt-card';
export { FillInForm } from './composer/fill-in-form';
export { MentionList } from './composer/mention-list';
export { ModelSettings } from './model/model-settings';
export { ServersView } from './views/servers-view';
export { PolicyView } from './views/policy-view';
export { ThreadsView } from './views/threads-view';
export { TimelineView } from './views/timeline-view';
export { UndoView } from './views/undo-view';
