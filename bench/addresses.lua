-- Each request as from another reader behind a proxy: what one address may have rendered is limited.
request = function()
  wrk.headers["X-Forwarded-For"] = math.random(1, 223) .. "." .. math.random(255) .. "." .. math.random(255) .. ".1"
  return wrk.format()
end
