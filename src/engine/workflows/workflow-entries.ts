import type {
  ILateWorkflow,
  ITool,
  ITranslator,
  IWorkflowDeclaration
} from '../../contract';
import { SetupError } from '../errors/errors';
import type { IWorkflow } from '../run-context/workflow';
import { declaredWorkflow, workflowTool } from './declared-workflow';

/** A workflow in any form in which it is registered. */
export type WorkflowEntry = IWorkflow | ILateWorkflow | IWorkflowDeclaration;

/** The registered workflows, ours and those of other extensions. */
export class WorkflowEntries {
  /** Cached, so that the same declaration gives the same tool. */
  private readonly _tools = new WeakMap<IWorkflowDeclaration, ITool>();

  constructor(
    private readonly _load: () => Promise<readonly WorkflowEntry[]>,
    private readonly _trans: ITranslator
  ) {}

  /** @throws SetupError for a name that no workflow has, or more than one. */
  async find(name: string): Promise<IWorkflow> {
    const found = (await this._all()).find(each => each.name === name);
    if (!found) {
      throw new SetupError(
        this._trans.__('There is no mode “%1” here. Choose another mode.', name)
      );
    }
    if ('make' in found) {
      return found;
    }
    return isDeclaration(found)
      ? declaredWorkflow(found, this._trans)
      : // A lazy entry is one of ours, so what it loads is an `IWorkflow`.
        ((await found.load()) as IWorkflow);
  }

  /**
   * The workflows that the agent is offered as tools.
   *
   * @throws SetupError
   */
  async tools(): Promise<ITool[]> {
    return (await this._all()).filter(isDeclaration).map(entry => {
      const tool = this._tools.get(entry) ?? workflowTool(entry, this._trans);
      this._tools.set(entry, tool);
      return tool;
    });
  }

  private async _all(): Promise<readonly WorkflowEntry[]> {
    const all = await this._load();
    const names = new Set<string>();
    for (const { name } of all) {
      if (names.has(name)) {
        throw new SetupError(
          this._trans.__(
            'There are two workflows called “%1”. The extension that added the second has to rename it.',
            name
          )
        );
      }
      names.add(name);
    }
    return all;
  }
}

function isDeclaration(entry: WorkflowEntry): entry is IWorkflowDeclaration {
  return 'create' in entry;
}
