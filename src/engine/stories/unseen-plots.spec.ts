import { ModelFault } from '../../contract';
import { refusalsOf } from '../../contract/models/model-refusals';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import type { Script } from '../../testing/scripted-model';
import { mayRefuseImages } from '../middleware/request';
import { ABILITIES, calling, Harness } from './harness';
import { plainTool } from './plain-tools';

/** Plots, and a model whose name says nothing. */

const plot = plainTool('plot', 'read', {
  result: {
    text: '[image 1: PNG 1×1]',
    images: [
      { mimeType: 'image/png', data: ONE_PIXEL_PNG, width: 1, height: 1 }
    ]
  }
});
const PLOTS = calling('plot', { code: 'a' });
const NOT_SEEN = { text: 'Not seen.' };

/** @param images null if the table does not know the model. */
const plotting = (
  model: string,
  script: Script,
  images: boolean | null = null
): Harness =>
  new Harness({
    tools: [plot],
    provider: {
      id: 'gateway',
      label: () => model,
      abilities: () => ({ ...ABILITIES, images })
    },
    choice: { provider: 'gateway', model },
    script
  });

const sees = (sent: unknown): boolean =>
  JSON.stringify(sent).includes('base64');

const fault = (
  code: ConstructorParameters<typeof ModelFault>[0],
  detail = ''
) => ({ error: new ModelFault(code, detail, { retryAfter: 1 }) });

it('a server that has no memory left refuses no pictures', () => {
  for (const [detail, refuses] of [
    ['Out of memory', false],
    ['No vision', true]
  ] as const) {
    expect(mayRefuseImages(fault('server-error', detail).error)).toBe(refuses);
  }
});

describe('plots for a model that nobody knows', () => {
  it('are tried once; after a refusal the model and the person are told', async () => {
    const harness = plotting('our-alias', [
      PLOTS,
      fault('refused', 'image_url is not supported'),
      NOT_SEEN,
      PLOTS,
      NOT_SEEN,
      NOT_SEEN
    ]);
    await harness.say('Plot it.');
    expect(harness.model.requests.map(sees)).toEqual([false, true, false]);
    expect(harness.model.requests[2].at(-1)?.text).toContain(
      '[a plot, 1 × 1; you cannot see it]'
    );
    await harness.say('And again.');
    expect(harness.model.requests.slice(3).some(sees)).toBe(false);
    expect(harness.of('notice')).toMatchObject([
      {
        code: 'plots-unseen',
        text: expect.stringMatching(/not sent to our-alias.*“Can see images”/)
      }
    ]);
    expect(await harness.problems()).toEqual([]);
    // Another model on the same server has not refused.
    const other = plotting('their-alias', [PLOTS, { text: 'Seen.' }]);
    await other.say('Plot it.');
    expect(other.model.requests.map(sees)).toEqual([false, true]);
    expect(other.of('notice')).toEqual([]);
  });

  it.each([
    ['the key', [fault('wrong-key')]],
    ['the length', [fault('context-too-long')]],
    [
      'something else: it fails without them too',
      Array(2).fill(fault('refused'))
    ]
  ])(
    'are not taken for refused where it fails for %s',
    async (what, faults) => {
      const harness = plotting(what, [PLOTS, ...faults]);
      await harness.say('Plot it.');
      expect(harness.last('run-finished').error?.code).toBe(
        faults[0].error.code
      );
      expect(refusalsOf(harness.chosen.choice)).toEqual([]);
      expect(harness.of('notice')).toEqual([]);
    }
  );
});

it('a model that sees none is told of a plot, and the person that it is not sent', async () => {
  const harness = plotting('blind', [PLOTS, NOT_SEEN, NOT_SEEN], false);
  await harness.say('Plot it.');
  await harness.say('And now?');
  expect(harness.model.requests.some(sees)).toBe(false);
  expect(harness.model.requests[1].at(-1)?.text).toContain(
    '[a plot, 1 × 1; you cannot see it]'
  );
  expect(harness.of('notice').map(({ code }) => code)).toEqual([
    'plots-unseen'
  ]);
});
