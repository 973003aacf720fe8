// SPDX-License-Identifier: GPL-3.0-or-later
import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Builds the service worker: one file with a fixed name, so that browsers find it again. It contains the names
 * of all other files of the build, so it changes when one of them changes, and browsers fetch the new version.
 */
function serviceWorker(): Plugin {
    return {
        name: 'postrider-service-worker',
        apply: 'build',
        async generateBundle(_, bundle) {
            const files = Object.keys(bundle).filter((name) => name.startsWith('assets/')).sort();
            const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
            const built = await build({
                configFile: false,
                publicDir: false,
                logLevel: 'warn',
                define: { __SHELL__: JSON.stringify({ version, files }) },
                build: {
                    target: 'es2022',
                    write: false,
                    rollupOptions: { input: 'src/worker/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
                },
            });
            const output = (Array.isArray(built) ? built[0]! : built) as { output: { type: string; code?: string }[] };
            this.emitFile({ type: 'asset', fileName: 'sw.js', source: output.output[0]!.code! });
        },
    };
}

export default defineConfig({
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    plugins: [serviceWorker()],
    build: {
        target: 'es2022',
        assetsInlineLimit: 0, // the page's policy forbids scripts and styles in data: URLs
        modulePreload: { polyfill: false },
    },
    // `npm run dev` shows changes at once, and passes API requests to a service at its usual address.
    server: { proxy: { '/api': 'http://127.0.0.1:8725' } },
    test: { environment: 'jsdom', include: ['tests/**/*.test.{ts,tsx}'] },
});
