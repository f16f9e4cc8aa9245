import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { ModelFault } from '../../contract';
import { ABILITIES, Harness } from './harness';
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
const plots = { calls: [{ name: 'plot', args: { code: 'a' } }] };

describe('plots for a model that nobody knows', () => {
  it('are tried once; after a refusal the model and the person are told', async () => {
    const sees = (sent: unknown): boolean =>
      JSON.stringify(sent).includes('base64');
    const harness = new Harness({
      tools: [plot],
      provider: {
        id: 'gateway',
        label: () => 'our-alias',
        abilities: () => ({ ...ABILITIES, images: null })
      },
      choice: { provider: 'gateway', model: 'our-alias' },
      script: [
        plots,
        messages => {
          if (sees(messages)) {
            throw new ModelFault('refused', 'image_url is not supported', {
              status: 400
            });
          }
          return { text: 'Not seen.' };
        },
        { text: 'Not seen.' },
        plots,
        { text: 'Not seen.' },
        { text: 'Not seen.' }
      ]
    });
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
  });
});
