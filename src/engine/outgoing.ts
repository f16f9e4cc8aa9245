import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';

import type { IImageStore, IToolImage } from '../contract';

/** Images of how many steps are sent along; older ones are only described. */
const STEPS_WITH_IMAGES = 2;

/** What a tool message carries beside its text: ids in the image store. */
export interface IImageArtifact {
  imageIds: string[];
}

/**
 * Adds the images of the last steps for a model that sees: one message of the
 * user after all tool answers of a step, since chat-completions servers refuse
 * an image in a tool message. Only in what is sent, never in what is stored.
 *
 * @returns the same array when there is nothing to add.
 */
export async function withImages(
  messages: BaseMessage[],
  store: IImageStore
): Promise<BaseMessage[]> {
  const steps = imageSteps(messages).slice(-STEPS_WITH_IMAGES);
  if (steps.length === 0) {
    return messages;
  }
  const sent = [...messages];
  for (const step of steps.reverse()) {
    const images = (
      await Promise.all(step.imageIds.map(id => store.get(id)))
    ).filter(image => image !== undefined);
    if (images.length > 0) {
      sent.splice(step.end, 0, imageMessage(images));
    }
  }
  return sent;
}

/** Steps that brought images: their ids, and the index after the step's answers. */
function imageSteps(
  messages: BaseMessage[]
): { imageIds: string[]; end: number }[] {
  const steps: { imageIds: string[]; end: number }[] = [];
  let imageIds: string[] = [];
  messages.forEach((message, index) => {
    if (AIMessage.isInstance(message)) {
      imageIds = [];
    } else if (ToolMessage.isInstance(message)) {
      imageIds.push(...((message.artifact as IImageArtifact)?.imageIds ?? []));
      if (imageIds.length > 0 && !ToolMessage.isInstance(messages[index + 1])) {
        steps.push({ imageIds, end: index + 1 });
        imageIds = [];
      }
    }
  });
  return steps;
}

function imageMessage(images: IToolImage[]): HumanMessage {
  return new HumanMessage({
    content: [
      { type: 'text', text: 'The images of the results above, in order:' },
      ...images.map(image => ({
        type: 'image_url' as const,
        image_url: { url: `data:${image.mimeType};base64,${image.data}` }
      }))
    ]
  });
}
