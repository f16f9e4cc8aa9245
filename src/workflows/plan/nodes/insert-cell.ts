import type { LangGraphRunnableConfig } from '@langchain/langgraph/web';

import { linkedCells } from '../numbers';
import type { IPlanPorts } from '../plan-ports';
import type { PlanStateValue, PlanUpdate } from '../plan-state';

/**
 * Inserts the result of a plan as a Markdown cell: allowed by the rules, or
 * with a card.
 */
export const insertCellNode =
  (ports: IPlanPorts) =>
  async (
    { order }: PlanStateValue,
    config: LangGraphRunnableConfig
  ): Promise<PlanUpdate> => {
    if (!order || !('cell' in order)) {
      return {};
    }
    const { markdown, cells } = order.cell;
    const isThere = await ports.putCell(
      linkedCells(markdown, cells, ports.notebook()),
      config
    );
    return {
      report: isThere
        ? ports.trans.__('The summary is in the notebook.')
        : ports.trans.__('The summary was not put into the notebook.')
    };
  };
