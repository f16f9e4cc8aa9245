import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import {
  PICTURES,
  withImages,
  withoutImages,
  type FindImage,
  type IImageArtifact
} from './attach-images';

const store: FindImage = async id =>
  id === 'gone'
    ? undefined
    : { mimeType: 'image/png', data: `data-of-${id}`, width: 1, height: 1 };

/** A step with one answer for each list of images. */
function step(id: string, ...imageIds: string[][]): BaseMessage[] {
  return [
    new AIMessage({
      content: '',
      tool_calls: imageIds.map((_, index) => ({
        id: `${id}-${index}`,
        name: 'jupyter_cell',
        args: {}
      }))
    }),
    ...imageIds.map(
      (ids, index) =>
        new ToolMessage({
          content: `ran ${id}-${index}`,
          tool_call_id: `${id}-${index}`,
          artifact: ids.length > 0 ? { imageIds: ids } : undefined
        })
    )
  ];
}

function images(message: BaseMessage): string[] {
  return typeof message.content === 'string'
    ? []
    : message.content.flatMap(part =>
        part.type === 'image_url'
          ? [(part.image_url as { url: string }).url]
          : []
      );
}

const go = new HumanMessage('go');

describe('images in what is sent', () => {
  it('stand in their own answer where the provider takes them there', async () => {
    const messages = [go, ...step('a', ['one'], [], ['two', 'three'])];
    const sent = await withImages(messages, store, 'in-place');
    expect(sent.map(each => each.type)).toEqual(
      messages.map(each => each.type)
    );
    expect(sent.map(images).map(each => each.length)).toEqual([0, 0, 1, 0, 2]);
    expect(sent[2].text).toBe('ran a-0');
    expect((sent[2] as ToolMessage).tool_call_id).toBe('a-0');
    expect(sent[3]).toBe(messages[3]);
  });

  it.each(['after-answers', 'in-place'] as const)(
    'are those of the last two steps that had any (%s)',
    async place => {
      const messages = [
        go,
        ...step('a', ['one']),
        ...step('b', ['two']),
        ...step('c', []),
        ...step('d', ['three'])
      ];
      const sent = await withImages(messages, store, place);
      expect(sent.flatMap(images)).toEqual([
        'data:image/png;base64,data-of-two',
        'data:image/png;base64,data-of-three'
      ]);
      expect(messages.flatMap(images)).toEqual([]);
      // After all answers of its step.
      expect(sent.map(images).map(each => each.length)).toEqual(
        place === 'in-place'
          ? [0, 0, 0, 0, 1, 0, 0, 0, 1]
          : [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
      );
    }
  );

  it('are left out where the store no longer has them', async () => {
    const messages = [go, ...step('a', ['gone'])];
    expect(await withImages(messages, store, 'in-place')).toBe(messages);
    expect(await withImages(messages, store, 'after-answers')).toBe(messages);
  });
});

describe('what announces an image that is not sent', () => {
  const images = { imageIds: ['one'] } satisfies IImageArtifact;
  it.each([
    ['[image 1: PNG 545×371]', '[a plot, 545 × 371; you cannot see it]'],
    [
      'Ran.\n[image 2: JPEG 10×20]\nDone.',
      'Ran.\n[a plot, 10 × 20; you cannot see it]\nDone.'
    ],
    ['[image 1: page 3 of "a.pdf"]', '[page 3 of "a.pdf"; you cannot see it]']
  ])('says so: %j', (content, text) => {
    const [sent] = withoutImages([
      new ToolMessage({ content, tool_call_id: 'a', artifact: images })
    ]);
    expect(sent.text).toBe(text);
    const other = [new ToolMessage({ content, tool_call_id: 'a' })];
    expect(withoutImages(other)).toBe(other);
  });

  it('says so of a picture that was attached', () => {
    const [sent] = withoutImages([
      new HumanMessage({
        content: 'Look.\n--- picture "a.png", 30 × 20 px\nMore.',
        additional_kwargs: { [PICTURES]: ['one'] }
      })
    ]);
    expect(sent.text).toContain(
      '--- picture "a.png", 30 × 20 px, which you cannot see\nMore.'
    );
  });
});
