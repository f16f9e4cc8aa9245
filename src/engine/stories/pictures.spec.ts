import type { BaseMessage } from '@langchain/core/messages';

import type { IAttachment } from '../../contract';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { Harness } from './harness';

/** Pictures that a person attaches to a message. */

const picture = (name = 'plot.png'): IAttachment => ({
  kind: 'image',
  name,
  mimeType: 'image/png',
  width: 30,
  height: 20,
  data: ONE_PIXEL_PNG
});

const answers = (count: number) =>
  Array.from({ length: count }, () => ({ text: 'Seen.' }));

/** How many images each message of the person contains. */
const imagesIn = (sent: BaseMessage[]): number[] =>
  sent
    .filter(({ type }) => type === 'human')
    .map(({ content }) =>
      typeof content === 'string'
        ? 0
        : content.filter(({ type }) => type === 'image_url').length
    );

describe('pictures with a message', () => {
  it('go to a model that sees, and are kept apart from the conversation', async () => {
    const harness = new Harness({ script: answers(1), images: true });
    await harness.say('What is this?', { attachments: [picture()] });
    const [sent] = harness.model.requests;
    expect(imagesIn(sent)).toEqual([1]);
    expect(JSON.stringify(sent)).toContain(
      `data:image/png;base64,${ONE_PIXEL_PNG}`
    );
    expect(sent.at(-1)?.text).toContain('--- picture "plot.png", 30 × 20 px');
    // The event and the stored message name the picture but do not contain it.
    const { attachments } = harness.last('user-message');
    expect(attachments).toEqual([
      {
        kind: 'image',
        name: 'plot.png',
        mimeType: 'image/png',
        width: 30,
        height: 20,
        imageId: expect.any(String)
      }
    ]);
    const stored = await harness.messages();
    expect(JSON.stringify([stored, harness.events])).not.toContain(
      ONE_PIXEL_PNG
    );
  });

  it('are sent along with the last two messages that have some', async () => {
    const harness = new Harness({ script: answers(4), images: true });
    for (const name of ['a.png', 'b.png', 'c.png']) {
      await harness.say(name, { attachments: [picture(name)] });
    }
    await harness.say('And now?');
    expect(imagesIn(harness.model.requests[3])).toEqual([0, 1, 1, 0]);
  });

  it('stay here where the model sees none, which is told that there was one', async () => {
    const harness = new Harness({ script: answers(1), images: false });
    await harness.say('What is this?', { attachments: [picture()] });
    const [sent] = harness.model.requests;
    expect(JSON.stringify(sent)).not.toContain(ONE_PIXEL_PNG);
    expect(sent.at(-1)?.text).toContain('which you cannot see');
  });

  it('stay here in the mode “schemas only”', async () => {
    const harness = new Harness({
      script: answers(1),
      images: true,
      settings: { privacy: { schemasOnly: true } }
    });
    await harness.say('What is this?', { attachments: [picture()] });
    const [sent] = harness.model.requests;
    expect(JSON.stringify(sent)).not.toContain(ONE_PIXEL_PNG);
    expect(sent.at(-1)?.text).toContain('withheld');
  });

  it('whose name is on the list of files that are never read stay here, and that is said', async () => {
    const harness = new Harness({ script: answers(1), images: true });
    await harness.say('What is this?', {
      attachments: [picture('secrets.png')]
    });
    expect(JSON.stringify(harness.model.requests)).not.toContain(ONE_PIXEL_PNG);
    expect(harness.of('notice').map(({ text }) => text)).toContainEqual(
      expect.stringContaining('secrets.png was not sent')
    );
  });

  it('go along again where the message is said anew', async () => {
    const harness = new Harness({ script: answers(2), images: true });
    await harness.say('What is this?', {
      messageId: 'first',
      attachments: [picture()]
    });
    await harness.send({
      type: 'fork',
      from: { messageId: 'first' },
      text: 'And what is this?'
    });
    expect(imagesIn(harness.model.requests[1])).toEqual([1]);
  });
});
