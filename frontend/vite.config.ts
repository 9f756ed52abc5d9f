// The build goes into the Python package, so that `kibitz serve` has nothing else to look for.
// Everything is a file of its own (no inline script, no data: URL) because the server's content
// security policy allows nothing else.
import { defineConfig } from "vitest/config";
import { engineOf, serviceWorker } from "./tools/write_service_worker.ts";

export default defineConfig({
  base: "/",
  plugins: [serviceWorker()],
  define: { "import.meta.env.KIBITZ_ENGINE": JSON.stringify(engineOf("public")) },
  build: {
    outDir: "../src/kibitz/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8765",
      "/ws": { target: "ws://127.0.0.1:8765", ws: true },
    },
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
