import type { JupyterFrontEnd } from '@jupyterlab/application';

import {
  type ITool,
  type IToolContext,
  type IToolDeclaration,
  ENGLISH,
  interruptSchema
} from '../src/contract';
import { requestProblem } from '../src/engine/interrupts/ask-person';
import { toolSet } from '../src/engine/tool-set/tool-set';
import { Registry } from '../src/plugins/util/registry';
import formPlugin from './form-tool';

describe('the example of a tool that asks by a form', () => {
  it('its question can be put to a person', async () => {
    const tools = new Registry<ITool | IToolDeclaration>(error => {
      throw error;
    });
    await formPlugin.activate({} as JupyterFrontEnd, tools as never);
    const [tool] = toolSet(await tools.load(), ENGLISH);
    const request = {
      ...tool.interrupt!({ table: 'df', rows: 50_000 }, {} as IToolContext),
      interrupt_id: 'call',
      node_ref: tool.name,
      step_id: 'call'
    };
    expect(requestProblem(request)).toBeNull();
    expect(interruptSchema.parse(request)).toMatchObject({
      kind: 'form',
      text: 'The table df has 50000 rows.',
      values: { size: 1000, method: 'random' }
    });
  });
});
