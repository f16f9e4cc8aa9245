import type * as nbformat from '@jupyterlab/nbformat';
import type { IOutputAreaModel } from '@jupyterlab/outputarea';
import type { KernelMessage } from '@jupyterlab/services';

/**
 * Collects a kernel's messages about a request into outputs, as JupyterLab's
 * output area does.
 */
export class OutputCollector {
  /** Indexes of the outputs of each display, by display id. */
  private readonly _displays = new Map<string, number[]>();

  constructor(private readonly _outputs: IOutputAreaModel) {}

  add(message: KernelMessage.IIOPubMessage): void {
    const type = message.header.msg_type;
    switch (type) {
      case 'stream':
      case 'error':
      case 'execute_result':
      case 'display_data': {
        const output = {
          ...message.content,
          output_type: type
        } as unknown as nbformat.IOutput;
        const index = this._outputs.add(output) - 1;
        this._remember(message, index);
        break;
      }
      case 'update_display_data':
        this._update(message as KernelMessage.IUpdateDisplayDataMsg);
        break;
      case 'clear_output':
        this._outputs.clear(
          (message as KernelMessage.IClearOutputMsg).content.wait
        );
        this._displays.clear();
        break;
      default:
    }
  }

  private _remember(message: KernelMessage.IIOPubMessage, index: number): void {
    const id = displayId(message);
    if (id !== undefined) {
      this._displays.set(id, [...(this._displays.get(id) ?? []), index]);
    }
  }

  private _update(message: KernelMessage.IUpdateDisplayDataMsg): void {
    for (const index of this._displays.get(displayId(message) ?? '') ?? []) {
      this._outputs.set(index, {
        ...message.content,
        output_type: 'display_data'
      } as unknown as nbformat.IOutput);
    }
  }
}

function displayId(message: KernelMessage.IIOPubMessage): string | undefined {
  return (message.content as { transient?: { display_id?: string } }).transient
    ?.display_id;
}
