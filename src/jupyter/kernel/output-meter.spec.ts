import { OutputAreaModel } from '@jupyterlab/outputarea';
import type { KernelMessage } from '@jupyterlab/services';

import { MAX_OUTPUTS, MAX_RATE, MAX_TEXT, OutputMeter } from './output-meter';

const message = (type: string, content: object = {}) =>
  ({ header: { msg_type: type }, content }) as KernelMessage.IIOPubMessage;
const stream = (text: string) => message('stream', { name: 'stdout', text });

describe('OutputMeter', () => {
  let outputs: OutputAreaModel;
  let meter: OutputMeter;

  beforeEach(() => {
    outputs = new OutputAreaModel();
    meter = new OutputMeter(() => outputs);
  });

  const print = (text: string) => {
    const flooded = meter.receive(stream(text));
    meter.handle(stream(text));
    outputs.add({ output_type: 'stream', name: 'stdout', text });
    return flooded;
  };

  it('stops text past the limit, whether or not it is drawn yet', () => {
    const chunk = 'x'.repeat(MAX_TEXT / 4);
    expect([1, 2, 3, 4].map(() => meter.receive(stream(chunk)))).toEqual([
      false,
      false,
      false,
      false
    ]);
    expect(meter.receive(stream(chunk))).toBe(true);
  });

  it('lets a progress bar overwrite its line for ever', () => {
    const line = `\r${'#'.repeat(500)}`;
    let flooded = false;
    for (let i = 0; i < (2 * MAX_TEXT) / line.length; i++) {
      flooded ||= print(line);
    }
    expect(flooded).toBe(false);
  });

  it('stops a loop that draws without end', () => {
    let flooded = false;
    for (let i = 0; i < MAX_OUTPUTS + 300 && !flooded; i++) {
      flooded = meter.receive(message('display_data', { data: {} }));
      outputs.add({ output_type: 'display_data', data: {}, metadata: {} });
    }
    expect(flooded).toBe(true);
  });

  it('stops messages that come too fast, even if nothing is kept', () => {
    let count = 0;
    while (!meter.receive(message('clear_output')) && count <= MAX_RATE) {
      count++;
    }
    expect(count).toBe(MAX_RATE);
  });

  it('stops when the server says that it drops output', () => {
    expect(meter.receive(stream('IOPub data rate exceeded.\nThe …'))).toBe(
      true
    );
  });
});
