import { tuneEngine } from "../src/cli/engine.js";

tuneEngine();
