import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import { Harness } from './harness';

/** What every request begins with: the most it may cost, in characters. */
const FIXED_PART = 6000;

describe('the fixed part of the prompt', () => {
  it('stays under 6,000 characters, tools and system prompt together', async () => {
    const harness = new Harness({ script: [{ text: 'Hello.' }] });
    await harness.say();
    const [system] = harness.model.requests[0];
    const tools = harness.model.boundTools.map(each =>
      convertToOpenAITool(each as never)
    );
    expect(tools.map(each => each.function.name).sort()).toEqual([
      'edit_cell',
      'final_answer',
      'inspect_variables',
      'jupyter_cell',
      'list_files',
      'markdown',
      'read_file',
      'read_notebook',
      'write_todos'
    ]);
    const characters = JSON.stringify(tools).length + system.text.length;
    expect(characters).toBeLessThanOrEqual(FIXED_PART);
    expect(characters).toBeGreaterThan(2000);
  });

  it('names the notebook and the kernel of the run', async () => {
    const harness = new Harness({ script: [{ text: 'Hello.' }] });
    await harness.say();
    const { text } = harness.model.requests[0][0];
    expect(text).toContain('Notebook: analysis.ipynb');
    expect(text).toContain('Kernel: Python 3 (ipykernel) (python)');
  });

  it('is the same for the next run, so that caches hit', async () => {
    const harness = new Harness({
      script: [{ text: 'Hello.' }, { text: 'Again.' }]
    });
    await harness.say();
    await harness.say();
    const [first, second] = harness.model.requests;
    expect(second[0].text).toBe(first[0].text);
    expect(second.slice(1, first.length).map(each => each.text)).toEqual(
      first.slice(1).map(each => each.text)
    );
  });
});
