module.exports = {
  mode: "production",
  target: "node",
  entry: "./src/main.ts",
  resolve: { extensions: [".ts", ".js"] },
  module: { rules: [{ test: /\.ts$/, loader: "ts-loader" }] },
};
