const path = require('node:path');

const { CopyRspackPlugin } = require('@rspack/core');

/** What the commands, the panel and the engine use alike. */
const SHARED =
  /[\\/](node_modules[\\/](idb|style-loader|css-loader)[\\/]|lib[\\/]contract[\\/](models[\\/]model-address|ports[\\/]workspace-error|text[\\/](hash-text|translator)|policy[\\/](policy|notebook-binding|server-root|server-tool)|agent[\\/](rule-text|agent-settings)|util[\\/](disposable|is-in-time|serial-queue))\.)/;

/**
 * Added to the builder's own configuration. Anthropic's SDK reads keys from
 * files where there are files; the imports of Node's modules that it needs for
 * that would end the build, and are never run in a page.
 */
module.exports = {
  // Where a server's sign-in page sends the person back to: served, never loaded.
  plugins: [
    new CopyRspackPlugin({
      patterns: [{ from: path.join(__dirname, 'static'), to: '.' }]
    })
  ],
  externals: { 'node:fs': 'var {}', 'node:path': 'var {}' },
  module: {
    rules: [
      {
        // The builder's own loaders put style sheets into the page as they are.
        test: /\.css$/,
        include: path.join(__dirname, 'style'),
        enforce: 'pre',
        loader: 'builtin:lightningcss-loader',
        options: {
          minify: true,
          targets: 'chrome 111, firefox 114, safari 16.4'
        }
      }
    ]
  },
  optimization: {
    // Short ones: the list of all is in what JupyterLab loads at its start.
    chunkIds: 'natural',
    // Else each hash is replaced by another one wherever it stands in the code of
    // all chunks, and one of four characters (“7825”) stands there as a number too.
    realContentHash: false,
    splitChunks: {
      cacheGroups: {
        // A library that one chunk needs is in it: each chunk has a name there.
        defaultVendors: false,
        // What two chunks of an open panel have in common is loaded once.
        shared: {
          name: 'shared',
          test: SHARED,
          chunks: 'async',
          minChunks: 2,
          enforce: true
        }
      }
    }
  },
  output: {
    // The builder adds the hash a second time, as `?v=`: the list of both is
    // in what JupyterLab loads at its start.
    hashDigest: 'base62',
    chunkFilename: '[id].[contenthash:4].js'
  }
};
