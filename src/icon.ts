import { LabIcon } from '@jupyterlab/ui-components';

// Held here and not in the panel: the sidebar's tab shows it before the
// panel's own code is loaded.
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">
  <g class="jp-icon3" fill="#616161">
    <path d="M2 2h12v4h-1.3V3.3H3.3v9.4H6V14H2z"/>
    <path d="M5 5.3h5v1.2H5zM5 8h3.2v1.2H5z"/>
    <path d="m13 7.2 1.8 1.8-4.9 4.9-2.4.6.6-2.4z"/>
  </g>
</svg>`;

/** A notebook cell and the pen that writes it. */
export const cellwrightIcon = new LabIcon({
  name: 'cellwright:cellwright',
  svgstr: SVG
});
