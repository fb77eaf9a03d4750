#!/usr/bin/env node
import '../dist/src/extras/cli/run.js'
