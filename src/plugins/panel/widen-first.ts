import { type Widget, SplitPanel } from '@lumino/widgets';

/** Pixels in which a card's code can be read without scrolling. */
const WIDTH = 380;

/** Noted in the browser once a panel was opened: from then on JupyterLab keeps the width. */
const OPENED = 'cellwright:opened';

/** Opens a sidebar wide enough the first time; then it is as the person left it. */
export function widenFirst(sidebar: Widget): void {
  if (wasOpened()) {
    return;
  }
  let side: Widget = sidebar;
  while (side.parent && !(side.parent instanceof SplitPanel)) {
    side = side.parent;
  }
  const split = side.parent;
  if (!(split instanceof SplitPanel)) {
    return;
  }
  const missing = WIDTH - side.node.offsetWidth;
  const whole = split.node.offsetWidth;
  if (missing <= 0 || whole === 0) {
    return;
  }
  const share = missing / whole;
  const sizes = split.relativeSizes();
  const own = split.widgets.indexOf(side);
  // From the widest, which is where notebooks are.
  const main = sizes.indexOf(Math.max(...sizes));
  split.setRelativeSizes(
    sizes.map((size, index) =>
      index === own ? size + share : index === main ? size - share : size
    )
  );
}

/** Where the browser keeps nothing, it can't be told, and the width is left alone. */
function wasOpened(): boolean {
  try {
    const opened = localStorage.getItem(OPENED) !== null;
    localStorage.setItem(OPENED, 'yes');
    return opened;
  } catch (error) {
    console.warn('Cellwright keeps the width of its panel as it is', error);
    return true;
  }
}
