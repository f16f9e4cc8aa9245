import {
  type AIMessageChunk,
  type BaseMessage,
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage
} from '@langchain/core/messages';

import { DEMO_CHOICE } from '../contract';
import { demoProvider } from './demo-provider';
import { demoModel } from './demo-model';
import { readRows } from './findings';

const opening: BaseMessage[] = [
  new SystemMessage('Rules\n\nNotebook: a.ipynb'),
  new HumanMessage(
    'Explore penguins.csv\n\n<context>\nKernel: Python 3 (python), idle.\n</context>'
  )
];

async function stream(messages: BaseMessage[], signal?: AbortSignal) {
  const chunks: AIMessageChunk[] = [];
  const model = demoModel(0).bindTools([]);
  for await (const chunk of await model.stream(messages, { signal })) {
    chunks.push(chunk as AIMessageChunk);
  }
  return chunks;
}

describe('the demo model', () => {
  it('is made without a key', async () => {
    const model = await demoProvider.create(DEMO_CHOICE, undefined);
    const { tool_calls } = (await model.invoke(opening)) as AIMessage;
    expect(tool_calls?.at(-1)?.name).toBe('list_files');
  });

  it('streams text in words and calls in pieces, with usage at the end', async () => {
    const chunks = await stream(opening);
    expect(chunks.filter(chunk => chunk.content !== '').length).toBeGreaterThan(
      5
    );
    const pieces = chunks.flatMap(chunk => chunk.tool_call_chunks ?? []);
    expect(pieces.length).toBeGreaterThan(6);
    expect(pieces.filter(piece => piece.name)).toHaveLength(2);
    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk));
    expect(whole.tool_calls?.map(call => call.name)).toEqual([
      'write_todos',
      'list_files'
    ]);
    expect(whole.invalid_tool_calls ?? []).toEqual([]);
    expect(whole.usage_metadata?.input_tokens).toBeGreaterThan(0);
    expect(whole.usage_metadata?.output_tokens).toBeGreaterThan(0);
  });

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const model = demoModel(20);
    let read = 0;
    const reading = (async () => {
      for await (const _ of await model.stream(opening, {
        signal: controller.signal
      })) {
        read++;
        controller.abort(new Error('stopped'));
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(read).toBe(1);
  });

  it('asks nobody: there is no request in a whole step', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    await stream(opening);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('ignores the images it is sent', async () => {
    const chunks = await stream([
      ...opening,
      new HumanMessage({
        content: [
          { type: 'text', text: 'The images of the results above, in order:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }
        ]
      })
    ]);
    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk));
    expect(String(whole.content)).not.toContain('images of the results');
  });

  it('stops with the reason where the workspace does not let it go on', async () => {
    const calls = [
      ['list_files', '1 file\npenguins.csv', 'success'],
      ['read_file', 'penguins.csv: 2 lines, separator ","', 'success'],
      [
        'jupyter_cell',
        'No kernel is running for a.ipynb, so no code can run.',
        'error'
      ]
    ] as const;
    const chunks = await stream([
      ...opening,
      ...calls.flatMap(([name, content, status]) => [
        new AIMessage({
          content: '',
          tool_calls: [{ id: name, name, args: { path: 'penguins.csv' } }]
        }),
        new ToolMessage({ tool_call_id: name, content, status })
      ])
    ]);
    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk));
    expect(whole.tool_calls?.[0].name).toBe('final_answer');
    expect(whole.tool_calls?.[0].args.answer).toContain('No kernel is running');
  });
});

describe('what the demo reads', () => {
  it.each([
    [
      'whose labels are words',
      '         rows      x\nspecies             \nAdelie    152  38.79\nBig one    68    NaN',
      [
        { label: 'Adelie', values: [152, 38.79] },
        { label: 'Big one', values: [68, NaN] }
      ]
    ],
    [
      'whose labels are numbers',
      '      rows     x\nyear            \n2007   110  1.50\n2008   114  2.25',
      [
        { label: '2007', values: [110, 1.5] },
        { label: '2008', values: [114, 2.25] }
      ]
    ],
    [
      'that pandas has wrapped',
      '           x  \\\nspecies\nAdelie   152  \nBig one   68  \n\n             y\nspecies\nAdelie   38.79\nBig one  47.5',
      [
        { label: 'Adelie', values: [152, 38.79] },
        { label: 'Big one', values: [68, 47.5] }
      ]
    ],
    ['that is cut: nothing', '   a ... b\n0  1 ... 2', []]
  ])('of a table %s', (_, text, rows) => {
    expect(readRows(text, 2)).toEqual(rows);
  });
});

describe('the sample MCP server', () => {
  const TOOL = 'islands__island_weather';
  const asked = [opening[0], new HumanMessage('What is the weather on Dream?')];
  const say = async (messages: BaseMessage[], ...tools: string[]) => {
    const model = demoModel(0).bindTools(
      tools.map(name => ({ type: 'function', function: { name } }))
    );
    const { tool_calls } = (await model.invoke(messages)) as AIMessage;
    return tool_calls?.map(({ name, args }) => ({ name, args }))[0];
  };

  it('is used where its tool is offered, under whatever name', async () => {
    expect(await say(asked, 'list_files', TOOL)).toEqual({
      name: TOOL,
      args: { island: 'Dream' }
    });
  });

  it('is not called where it is not offered, and the way to it is told', async () => {
    const call = await say(asked, 'list_files');
    expect(call?.name).toBe('final_answer');
    expect(call?.args.answer).toContain('npm run lab -- --with-mcp');
  });

  it.each([
    [
      'is quoted with what it answered',
      {
        content: `<data from="${TOOL}">\n| day | degrees |\n| --- | --- |\n| 1 | 2.3 |\n</data>`
      },
      /\*\*Dream\*\*[^]*\| 1 \| 2\.3 \|/
    ],
    [
      'is left alone when the person says no',
      {
        content: 'The person rejected this call. They gave this reason: later',
        status: 'error' as const
      },
      /I leave that out/
    ]
  ])('%s', async (_, result, answer) => {
    const call = await say(
      [
        ...asked,
        new AIMessage({
          content: '',
          tool_calls: [{ id: 'w1', name: TOOL, args: { island: 'Dream' } }]
        }),
        new ToolMessage({ tool_call_id: 'w1', ...result })
      ],
      TOOL
    );
    expect(call?.args.answer).toMatch(answer);
  });
});
