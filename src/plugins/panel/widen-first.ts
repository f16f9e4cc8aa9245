import { type Widget, SplitPanel } from '@lumino/widgets';

/** Width in pixels at which a card's code is readable without scrolling. */
const WIDTH = 380;

/**
 * Set in the browser's storage once a panel was opened: from then on,
 * JupyterLab remembers the width.
 */
const OPENED = 'cellwright:opened';

/**
 * Opens the sidebar wide enough the first time; after that, it keeps the
 * person's width.
 */
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
  // Taken from the widest part, which contains the notebooks.
  const main = sizes.indexOf(Math.max(...sizes));
  split.setRelativeSizes(
    sizes.map((size, index) =>
      index === own ? size + share : index === main ? size - share : size
    )
  );
}

/**
 * If the browser stores nothing, this is unknown, and the width is not changed.
 */
function wasOpened(): boolean {
  try {
    const opened = localStorage.getItem(OPENED) !== null;
    localStorage.setItem(OPENED, 'yes');
    return opened;
  } catch (error) {
    console.warn('Cellwright leaves the width of its panel unchanged', error);
    return true;
  }
}
